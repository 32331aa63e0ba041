import { api } from '#src/queries/api.ts';
import { SHORT_WAIT } from '#src/session/waits.ts';
import { deviceId } from '#store/device-id.ts';
import type { Device } from '#store/device.ts';
import type { Timer } from '#store/replay/sending.ts';
import { userHash } from '#store/vault/identity.ts';
import { liveQuery } from 'dexie';
import { means, newId, thisDevice } from './this-device.ts';
import { isOfTheWire } from './wire-failure.ts';

/** How long changes of the number are gathered, ms [choice]: it is told once in so long, and not for what is sent at once. */
const GATHER = 30_000;

/** Whose tablet it is for the server, which knows one number for all people of an organisation on it. */
type Whose = { readonly organisationId: string; readonly userHash: string };

/** What the server was last told from this tab. */
let told: number | null = null;

/**
 * Tells the server how many items wait on this tablet, as the tablet itself has noted it: no vault need be open.
 *
 * @returns this person's share of the key of this tablet
 * @throws Unreachable, CallFailed 403 on a blocked tablet
 */
export async function askShare({ userId, organisationId }: { userId: string; organisationId: string }): Promise<string> {
  const device = thisDevice();
  const unsent = await unsentHere(device, { organisationId, userHash: await userHash(device, userId, means) });
  const { share } = await api('userDevice', { deviceId: await deviceId(device, newId), unsent }, { limitMs: SHORT_WAIT });
  told = unsent;
  return share;
}

/** How many items wait on this device for people of an organisation, and for one person in any case. */
export async function unsentHere(device: Device, { organisationId, userHash: own }: Whose): Promise<number> {
  const rows = await device.vaults.toArray();
  return rows
    .filter((row) => row.organisationId === organisationId || row.userHash === own)
    .reduce((sum, { unsentCount }) => sum + unsentCount, 0);
}

type Telling = {
  readonly device: Device;
  readonly whose: Whose;
  readonly timer: Timer;
  /** Whether somebody is there to tell it for, and a network. */
  readonly mayTell: () => boolean;
  /** Tells the server; afterwards {@link lastTold} answers the new number. */
  readonly tell: () => Promise<unknown>;
  readonly lastTold: () => number | null;
  readonly onFault: (fault: unknown) => void;
};

/** What {@link askShare} told last; null before the first time. */
export function lastTold(): number | null {
  return told;
}

/** Tells the server again while the number is another one than it was told. `look` is for when it could not be told. */
export function keepTold({ device, whose, timer, mayTell, tell, lastTold: last, onFault }: Telling): {
  readonly look: () => void;
  readonly stop: () => void;
} {
  let cancel: (() => void) | undefined;
  let count: number | null = null;
  const isNews = () => count !== null && count !== last();
  const end = () => {
    cancel = undefined;
    if (!isNews() || !mayTell()) return;
    tell().catch((failure: unknown) => {
      // No network, an ended session: the next look or the next sign-in tells it.
      if (!isOfTheWire(failure)) onFault(failure);
    });
  };
  const look = () => {
    if (isNews()) cancel ??= timer(GATHER, end);
  };
  const counting = liveQuery(() => unsentHere(device, whose)).subscribe({
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
