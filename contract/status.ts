import * as v from 'valibot';
import { MessageSetup } from '#domain/organisation/message-setup.ts';
import { LIMIT_SHARES, LIMITED_CHANNELS } from '#domain/organisation/month-limits.ts';
import { MESSAGE_CHANNELS } from '#domain/values/message-channels.ts';
import { Uuid } from '#domain/values/text.ts';
import { durationInProse } from '#domain/base/duration-words.ts';
import { FAILED_MAIL_SHOWN, MAIL_LATE, SEAL_LATE } from '#domain/organisation/server-warnings.ts';
import { get, post } from '#contract/engine/define.ts';
import { DataOf, Done, Nothing } from '#contract/engine/shapes.ts';

/** Stuck mails, and stuck seals, that are read at most [choice]. */
export const STUCK_MOST = 100;

/** A mail that did not go out; never its address or its text. Times are ISO, UTC. */
const StuckMail = v.object({
  id: Uuid,
  kind: v.string(),
  state: v.picklist(['QUEUED', 'FAILED']),
  createdAt: v.string(),
  attempts: v.number(),
  /** in words; null before the first attempt */
  lastError: v.nullable(v.string()),
  /** of a link for a signer: its case */
  recordID: v.nullable(Uuid),
});
export type StuckMail = v.InferOutput<typeof StuckMail>;

/** A signed version without its sealed document. */
const StuckSeal = v.object({
  recordID: Uuid,
  consentID: Uuid,
  /** the last signature */
  since: v.string(),
  attempts: v.number(),
  /** in words; null where no attempt has failed */
  lastError: v.nullable(v.string()),
});
export type StuckSeal = v.InferOutput<typeof StuckSeal>;

/** The result of the last check of the stored records. `at` is ISO, UTC. */
export const IntegrityResult = v.object({ at: v.string(), findings: v.number() });
/** The last backup, as the command that made it has recorded it. `at` is ISO, UTC. */
export const LastBackup = v.object({ at: v.string(), bytes: v.number() });
export type LastBackup = v.InferOutput<typeof LastBackup>;

/** Kinds of work in the queue. */
const JOB_KINDS = ['SEAL', 'STAMP', 'VIEW', 'CONFIRMATION', 'REFUSAL', 'ARCHIVE', 'MAIL', 'PACK'] as const;

/** The state of a server, for its administrators. Times are ISO, UTC; sizes bytes; lengths of time ms. */
const ServerStatus = v.object({
  version: v.string(),
  /** the oldest build of the pages whose calls the server accepts */
  oldestBuild: v.string(),
  /** the last change of the tables */
  schema: v.string(),
  database: v.object({ kind: v.picklist(['embedded', 'postgres']), bytes: v.number() }),
  /** of the data folder; null where the system does not report it */
  disk: v.nullable(v.object({ free: v.number(), total: v.number() })),
  /** how far the server's clock is ahead of the database's */
  clockSkew: v.number(),
  seal: v.object({
    endsAt: v.string(),
    isSelfSigned: v.boolean(),
    /** why nothing is sealed now, as a sentence; null while it is */
    stopped: v.optional(v.nullable(v.string()), null),
    /** why a new key file was not taken, as a sentence */
    refused: v.optional(v.nullable(v.string()), null),
  }),
  /** whether archival time stamps are taken; absent in an answer of a build before */
  stamps: v.optional(
    v.object({
      state: v.picklist(['OFF', 'NO_ROOTS', 'ON']),
      /** whether they carry a revocation list of the seal's certificate */
      hasRevocationList: v.boolean(),
    }),
    { state: 'OFF', hasRevocationList: false },
  ),
  /** the parts that the organisation lacks before messages may go to patients; absent in an answer of a build before */
  setup: v.optional(MessageSetup, { missing: [], hadSent: false }),
  /** channels that wait for their service, and those of whose month 80 or all percent are used; absent in an answer of a build before */
  messages: v.optional(
    v.object({
      paused: v.array(v.picklist(MESSAGE_CHANNELS)),
      used: v.array(v.object({ channel: v.picklist(LIMITED_CHANNELS), percent: v.picklist(LIMIT_SHARES) })),
    }),
    { paused: [], used: [] },
  ),
  integrity: v.nullable(IntegrityResult),
  backup: v.nullable(LastBackup),
  /** work of the organisation that waits; kinds without any are absent */
  jobs: v.array(
    v.object({
      kind: v.string(),
      waiting: v.number(),
      oldest: v.string(),
      /** failed at least once so far */
      failing: v.number(),
      /** the last error of the oldest failing one, in words */
      lastError: v.nullable(v.string()),
    }),
  ),
  /** with unsent work first, then the longest silent */
  tablets: v.array(
    v.object({
      id: Uuid,
      name: v.string(),
      label: v.nullable(v.string()),
      lastUsedAt: v.string(),
      unsent: v.number(),
      build: v.nullable(v.string()),
    }),
  ),
  /** the number of all tablets that are not revoked */
  tabletCount: v.number(),
});
export type ServerStatus = v.InferOutput<typeof ServerStatus>;

export const status = {
  statusServer: get('status/server', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['organisation.manage'],
    summary:
      'Versions, seal certificate, storage, clock, last check and last backup of the server; the work of the organisation that waits, and its 20 tablets that were heard of longest ago, those with unsent work first.',
    input: Nothing,
    output: DataOf(ServerStatus),
  }),
  statusRetry: post('status/retry', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['organisation.manage'],
    summary: 'Lets the work of one kind that failed be tried again at once.',
    input: v.strictObject({ kind: v.picklist(JOB_KINDS, 'There is no such kind of work') }),
    output: Done,
  }),
  statusGet: get('status/get', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['users.manage'],
    summary: `Mails that are queued for more than ${durationInProse(MAIL_LATE)} or failed in the last ${durationInProse(FAILED_MAIL_SHOWN)}, and versions that are not sealed ${durationInProse(SEAL_LATE)} after they were signed; the newest ${STUCK_MOST} mails and the oldest ${STUCK_MOST} versions.`,
    input: Nothing,
    output: DataOf(v.object({ mails: v.array(StuckMail), seals: v.array(StuckSeal) })),
  }),
};
