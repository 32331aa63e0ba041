import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR, MINUTE } from '#domain/base/limits.ts';
import { backoffDelay } from '#contract/engine/retry.ts';
import { finishJob, putOffJob, leaseJob, type JobRow } from '#server/data/jobs/jobs.ts';
import { MailNotTaken } from '#server/outside/mail/mailer.ts';
import { onJobsQueued } from '#server/data/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { archiveDocument } from '#server/work/documents/archive-document.ts';
import { makeAddenda } from '#server/work/documents/addenda.ts';
import { queueArchives } from '#server/work/documents/queue-archives.ts';
import { requeueSeals } from '#server/work/documents/requeue-seals.ts';
import { sealDocument } from '#server/work/documents/seal-document.ts';
import { sealRefusal } from '#server/work/documents/seal-refusal.ts';
import { makeViewingCopy } from '#server/work/documents/viewing-copy.ts';
import { DELIVERED_CHANNELS } from '#domain/notifications/deliveries.ts';
import { deliverNext } from '#server/work/deliveries/deliver.ts';
import { followFailed } from '#server/work/deliveries/follow.ts';
import { reconcileSent } from '#server/work/deliveries/reconcile.ts';
import { expireLinks } from '#server/work/links/expire-links.ts';
import { remindLinks } from '#server/work/links/remind-links.ts';
import { deleteApproved } from '#server/work/retention/delete-approved.ts';
import { answerPageAsk } from '#server/work/own-page/answer-asks.ts';
import { proposeDue } from '#server/work/retention/propose-due.ts';
import { tellUnseenHarm } from '#server/work/safety/tell-safety.ts';
import { makePack } from '#server/work/packs/make-pack.ts';
import { deleteEndedPacks } from '#server/work/packs/delete-ended.ts';
import { giveUpMail } from '#server/work/deliveries/give-up-mail.ts';
import { unsentBecause } from '#server/work/links/unsent-mail.ts';
import { sendMail } from '#server/work/mail/send-mail.ts';
import { lookAhead } from '#server/work/notifications/look-ahead.ts';
import { passOnMail } from '#server/work/notifications/pass-on.ts';
import { sendNotifications } from '#server/work/notifications/send-notifications.ts';

/**
 * Times of the job runner, ms; tests divide them. A job queued by this process is run at once: the pause is for retries, and for
 * jobs of a server that stopped.
 */
export type JobTimes = {
  idle: number;
  lease: number;
  backOffFirst: number;
  backOffMost: number;
  requeue: number;
  /** between two requests to a time-stamp authority */
  archive: number;
  /** between two looks at the operations of the next weeks */
  lookAhead: number;
};
export const JOB_TIMES: JobTimes = {
  idle: 1000,
  lease: MINUTE,
  backOffFirst: 1000,
  backOffMost: 5 * MINUTE,
  requeue: MINUTE,
  archive: 500,
  lookAhead: HOUR,
};

export type JobRunner = { /** ends what is running, then stops */ stop(): Promise<void> };

// Each kind has a worker of its own: a slow mail server or a silent time-stamp authority delays no document.
const LINES = ['SEAL', 'STAMP', 'VIEW', 'CONFIRMATION', 'REFUSAL', 'ARCHIVE', 'MAIL', 'PACK'] as const satisfies JobRow['kind'][];

/**
 * Works through the queue, one job of each kind after another, for as long as the server runs, and queues what should be in it and is
 * not. Several servers may do so at once.
 */
export function runJobs(deps: Deps, times: JobTimes = JOB_TIMES): JobRunner {
  const lines = LINES.map((kind) =>
    repeat(deps, { pause: times.idle, isFirstAtOnce: true }, async () => {
      const isMore = await runOne(deps, times, kind);
      // An authority is asked twice a second at most, however much is due.
      if (isMore && kind === 'ARCHIVE') await sleep(times.archive);
      return isMore;
    }),
  );
  const news = repeat(deps, { pause: times.idle, isFirstAtOnce: true }, () => sendNotifications(deps));
  const asks = repeat(deps, { pause: times.idle, isFirstAtOnce: true }, () => answerPageAsk(deps));
  const ahead = repeat(deps, { pause: times.lookAhead, isFirstAtOnce: true }, () => lookAhead(deps));
  const archives = repeat(deps, { pause: times.requeue, isFirstAtOnce: true }, () => queueArchives(deps));
  const requeue = repeat(deps, { pause: times.requeue, isFirstAtOnce: false }, () => requeueSeals(deps));
  const safety = repeat(deps, { pause: times.requeue, isFirstAtOnce: true }, () => tellUnseenHarm(deps));
  const due = repeat(deps, { pause: times.requeue, isFirstAtOnce: true }, () => workOnLinks(deps));
  const retention = repeat(deps, { pause: times.requeue, isFirstAtOnce: false }, () => workOnRetention(deps));
  const messages = DELIVERED_CHANNELS.map((channel) =>
    repeat(deps, { pause: times.idle, isFirstAtOnce: true }, () => deliverNext(deps, channel)),
  );
  const following = repeat(deps, { pause: times.idle, isFirstAtOnce: true }, () => followFailed(deps));
  const reconciling = repeat(deps, { pause: times.requeue, isFirstAtOnce: true }, () => reconcileSent(deps));
  const packs = repeat(deps, { pause: times.requeue, isFirstAtOnce: true }, () => deleteEndedPacks(deps));
  const stopListening = onJobsQueued(() => {
    for (const line of [...lines, news, ...messages, following]) line.wake();
  });
  return {
    stop: async () => {
      stopListening();
      const others = [news, asks, ahead, archives, requeue, safety, due, retention, following, reconciling, packs];
      await Promise.all([...lines, ...messages, ...others].map((runner) => runner.stop()));
    },
  };
}

/** Ends links whose time has come, and reminds of the others. */
async function workOnLinks(deps: Deps): Promise<boolean> {
  const isMoreEnded = await expireLinks(deps);
  return (await remindLinks(deps)) || isMoreEnded;
}

/** Looks for due records, and deletes those that two people have decided on. */
async function workOnRetention(deps: Deps): Promise<boolean> {
  const isMoreApproved = await deleteApproved(deps);
  return (await proposeDue(deps)) || isMoreApproved;
}

type Runner = JobRunner & { /** begins the next round at once, or after the present one */ wake(): void };

type Rhythm = { /** ms before a round that is not due at once */ pause: number; isFirstAtOnce: boolean };

/** @param round - one round of work; true when the next is due at once */
function repeat(deps: Deps, { pause, isFirstAtOnce }: Rhythm, round: () => Promise<boolean>): Runner {
  const state = { isStopped: false, isWoken: false };
  let wakeUp: (() => void) | undefined;

  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pause);
      wakeUp = () => (clearTimeout(timer), resolve());
    });

  const loop = (async () => {
    let isBusy = isFirstAtOnce;
    while (!state.isStopped) {
      if (!isBusy && !state.isWoken) await rest();
      if (state.isStopped) return;
      state.isWoken = false;
      isBusy = await round().catch((error: unknown) => {
        deps.log.error('the job queue cannot be read', { error: nameOf(error) });
        return false;
      });
    }
  })();

  return {
    wake: () => {
      state.isWoken = true;
      wakeUp?.();
    },
    stop: async () => {
      state.isStopped = true;
      wakeUp?.();
      await loop;
    },
  };
}

/** Work that ends in a sealed document. */
const SEALING = ['SEAL', 'VIEW', 'CONFIRMATION', 'REFUSAL'] as const satisfies JobRow['kind'][];

/**
 * Runs one due job; false when none was due. A failed job is retried with back-off: a document without end, a mail for a day. While nothing
 * may be sealed, what would be waits untried.
 *
 * @param kind - any kind, when absent
 */
export async function runOne(deps: Deps, times: JobTimes = JOB_TIMES, kind?: JobRow['kind']): Promise<boolean> {
  const db = deps.database.db;
  const now = new Date(deps.clock()).toISOString();
  const except = deps.sealer.fault() === undefined ? [] : SEALING;
  const job = await leaseJob(db, { now, lease: times.lease, longestWait: times.backOffMost, kind, except });
  if (job === undefined) return false;
  try {
    await work(job, deps);
    await finishJob(db, job.id);
  } catch (error) {
    const wait = backoffDelay(job.attempts - 1, { first: times.backOffFirst, max: times.backOffMost });
    deps.log.warn('a job failed and will be tried again', { job: job.kind, attempts: job.attempts, error: nameOf(error) });
    await putOffJob(db, { id: job.id, nextAt: new Date(deps.clock() + wait).toISOString(), error: nameOf(error) });
    if (job.kind === 'SEAL') await showFailure(deps, job);
  }
  return true;
}

const DOCUMENT_WORK = {
  SEAL: sealDocument,
  // Queued by a server of the build before: the document gets an archival stamp in its place.
  STAMP: () => Promise.resolve(),
  VIEW: makeViewingCopy,
  CONFIRMATION: makeAddenda,
  REFUSAL: sealRefusal,
  ARCHIVE: archiveDocument,
} as const;

const MAIL_RULES = { unsentBecause, giveUp: giveUpMail, passOn: passOnMail };

async function work({ organisation_id: organisationId, kind, payload, attempts }: JobRow, deps: Deps): Promise<void> {
  if ('mailID' in payload) await sendMail({ organisationId, mailID: payload.mailID }, deps, MAIL_RULES);
  else if ('packID' in payload) await makePack({ organisationId, id: payload.packID }, deps);
  else if (kind !== 'MAIL' && kind !== 'PACK')
    await DOCUMENT_WORK[kind]({ organisationId, consentID: payload.consentID }, deps, attempts);
}

// After several attempts the screen shows that a signed form is not sealed yet; the job goes on.
async function showFailure({ database }: Deps, job: JobRow): Promise<void> {
  if (job.attempts < 3 || !('consentID' in job.payload)) return;
  await database.db
    .updateTable('consents')
    .set({ seal_state: 'FAILED' })
    .where('organisation_id', '=', job.organisation_id)
    .where('id', '=', job.payload.consentID)
    .where('seal_state', '=', 'SEALING')
    .execute();
}

function nameOf(error: unknown): string {
  if (error instanceof MailNotTaken) return `${error.name} ${error.reason}`;
  return error instanceof Error ? error.name : typeof error;
}
