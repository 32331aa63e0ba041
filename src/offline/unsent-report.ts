import { api } from '#src/session/api.ts';
import { FALLBACK_TIMEOUT } from '#src/device/timeouts.ts';
import { deviceIdentity } from '#store/db/device-id.ts';
import type { DeviceDatabase } from '#store/db/device-database.ts';
import type { Timer } from '#store/sync/send-context.ts';
import { userHash } from '#store/vault/identity.ts';
import { liveQuery } from 'dexie';
import { env, deviceDatabase } from '#src/device/env.ts';
import { isApiError } from '#contract/engine/retry.ts';

/** Shortest time between two reports, ms [choice]: changes are gathered, and ops that are sent at once cause no report. */
const REPORT_INTERVAL = 30_000;

/** Owner of the count: the server stores one number per tablet for all people of an organisation. */
type UnsentOwner = { readonly organisationId: string; readonly userHash: string };

/** Count that this tab last reported. */
let reported: number | null = null;

/**
 * Reports the number of unsent ops on this tablet, from the device database: no vault need be open.
 *
 * @returns this person's share of the key of this tablet
 * @throws Unreachable, CallFailed 403 on a blocked tablet
 */
export async function fetchKeyShare({ userId, organisationId }: { userId: string; organisationId: string }): Promise<string> {
  const device = deviceDatabase();
  const unsent = await countUnsent(device, { organisationId, userHash: await userHash(device, userId, env) });
  const { share } = await api('userDevice', { ...(await deviceIdentity(device, env)), unsent }, { limitMs: FALLBACK_TIMEOUT });
  reported = unsent;
  return share;
}

/** Counts the unsent ops on this device of an organisation's people, and of one person in any case. */
export async function countUnsent(device: DeviceDatabase, { organisationId, userHash: own }: UnsentOwner): Promise<number> {
  const rows = await device.vaults.toArray();
  return rows
    .filter((row) => row.organisationId === organisationId || row.userHash === own)
    .reduce((sum, { unsentCount }) => sum + unsentCount, 0);
}

type UnsentReportOptions = {
  readonly device: DeviceDatabase;
  readonly owner: UnsentOwner;
  readonly timer: Timer;
  /** True with a session, a network and a visible page. */
  readonly mayReport: () => boolean;
  /** Reports to the server; afterwards {@link lastReported} returns the new number. */
  readonly report: () => Promise<unknown>;
  readonly lastReported: () => number | null;
  readonly onFault: (fault: unknown) => void;
};

/** Number that {@link fetchKeyShare} reported last; null before the first report. */
export function lastReported(): number | null {
  return reported;
}

/** Reports again while the number differs from the last report. `look` retries after a report that was not possible. */
export function startUnsentReport({
  device,
  owner,
  timer,
  mayReport,
  report,
  lastReported: last,
  onFault,
}: UnsentReportOptions): {
  readonly look: () => void;
  readonly stop: () => void;
} {
  let cancel: (() => void) | undefined;
  let count: number | null = null;
  const isNews = () => count !== null && count !== last();
  const end = () => {
    cancel = undefined;
    if (!isNews() || !mayReport()) return;
    report().catch((failure: unknown) => {
      // Without a network or a session, the next look or the next sign-in reports it.
      if (!isApiError(failure)) onFault(failure);
    });
  };
  const look = () => {
    if (isNews()) cancel ??= timer(REPORT_INTERVAL, end);
  };
  const counting = liveQuery(() => countUnsent(device, owner)).subscribe({
    next: (counted) => {
      count = counted;
      look();
    },
    error: onFault,
  });
  return {
    look,
    stop: () => {
      counting.unsubscribe();
      cancel?.();
    },
  };
}
