import { CallFailed, NotSent, Unreachable } from '#contract/call.ts';
import { currentSession, endSession, subscribe } from '#src/session/session.ts';
import { api } from './api.ts';

/**
 * Tells the server, once for each session, which tablet it runs on, so that an administrator can see and block it. On a blocked
 * tablet the session ends with the server's words. Without a network it is told with the next change of the session.
 *
 * @returns how to stop
 */
export function tellDevice(): () => void {
  let told: string | null = null;
  const look = () => {
    const session = currentSession();
    if (session === null || session.token === told || session.user.status !== 'ACTIVE') return;
    told = session.token;
    tell().catch((failure: unknown) => {
      told = null;
      if (failure instanceof CallFailed && failure.status === 403) endSession(failure.message);
      else if (!(failure instanceof CallFailed || failure instanceof Unreachable || failure instanceof NotSent)) throw failure;
    });
  };
  look();
  return subscribe(look);
}

async function tell(): Promise<void> {
  // The device's store comes with Dexie, which the first screen does not wait for.
  const [{ thisDevice, newId }, { deviceId }] = await Promise.all([import('./this-device.ts'), import('#store/device-id.ts')]);
  await api('userDevice', { deviceId: await deviceId(thisDevice(), newId) });
}
