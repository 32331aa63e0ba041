import { HOUR, MINUTE } from '#domain/base/limits.ts';
import { sealDaysLeft } from '#domain/organisation/server-warnings.ts';
import { listOrganisations } from '#server/data/accounts/organisations.ts';
import { holdersOf } from '#server/data/accounts/users.ts';
import { claimExpiryNotice } from '#server/data/documents/expiry-notices.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { setGauge } from '#server/http/metrics.ts';
import { todayOf } from '#server/policies/accounts.ts';
import { mailUser } from './accounts/security-events.ts';
import { recordLeaf } from './integrity/seal-leaves.ts';
import { sealStopped } from './status/seal-stopped.ts';

/** Between two looks at the key file, ms [choice]. */
const LOOKED_EVERY = MINUTE;
/** Whole days before the end of the certificate on which administrators are mailed. */
const MAIL_DAYS = [60, 30, 7, 6, 5, 4, 3, 2, 1, 0] as const;

/** The state of a watch: what was said last, and when, epoch ms. */
export type SealWatch = { said: string | null; saidAt: number; refused: string | undefined };
export const newWatch = (): SealWatch => ({ said: null, saidAt: 0, refused: undefined });

/** Looks at the sealing keys now and every minute: takes new ones, and says what keeps anything from being sealed. @returns stops it */
export function watchSealKeys(deps: Deps): { stop(): Promise<void> } {
  const watch = newWatch();
  let running: Promise<unknown> = Promise.resolve();
  const round = () => {
    running = running
      .then(() => checkSealKeys(deps, watch))
      .catch((error: unknown) =>
        deps.log.warn('the sealing keys could not be looked at', { error: error instanceof Error ? error.name : typeof error }),
      );
  };
  round();
  const timer = setInterval(round, LOOKED_EVERY);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

/** One look: new keys are taken once their certificate is listed, the state is said once and then each hour, and administrators are mailed. */
export async function checkSealKeys(deps: Deps, watch: SealWatch): Promise<void> {
  const { sealer, log } = deps;
  const renewed = await sealer.renew((leaf) => recordLeaf(deps, leaf));
  if (renewed === 'TAKEN') log.info('new sealing keys were taken', { detail: `until ${sealer.leaf.notAfter}` });
  const refused = sealer.refused();
  if (refused !== undefined && refused !== watch.refused) log.error('the new sealing keys are not taken', { detail: refused });
  watch.refused = refused;
  sayStopped(deps, watch);
  await tellOfEnd(deps);
}

function sayStopped({ sealer, settings, clock, log }: Deps, watch: SealWatch): void {
  const stopped = sealStopped(sealer.fault(), settings.timeZone);
  setGauge(
    'assent_sealing_stopped',
    'Whether nothing is sealed because the certificate is not fit for it: 1 if so.',
    stopped === null ? 0 : 1,
  );
  const isDue = stopped !== watch.said || (stopped !== null && clock() - watch.saidAt >= HOUR);
  if (!isDue) return;
  if (stopped === null) log.info('documents are sealed again');
  else log.error('nothing is sealed: signed forms wait', { detail: stopped });
  watch.said = stopped;
  watch.saidAt = clock();
}

/** Mails everybody who looks after an organisation, once for each of the days, whichever server comes first. */
async function tellOfEnd(deps: Deps): Promise<void> {
  const { sealer, clock, database } = deps;
  const days = sealDaysLeft(sealer.endsAt, clock());
  const step = MAIL_DAYS.findLast((each) => each >= days);
  if (days < 0 || step === undefined) return;
  await inTransaction(database.db, async (db) => {
    if (!(await claimExpiryNotice(db, { leaf: sealer.leaf.sha256, step }))) return;
    for (const { _id: organisationId } of await listOrganisations(db)) {
      const people = await holdersOf(db, organisationId, { permissions: ['organisation.manage'], today: todayOf(deps) });
      for (const each of people) await mailUser(db, { deps }, each, { kind: 'SEAL_ENDS', days });
    }
  });
}
