import { whenOfflineReady } from '#src/offline/session.ts';

/** Starts a pull, which updates the rest of this tablet's copy of the case; nobody waits for its end. */
export async function startPull(): Promise<void> {
  void (await whenOfflineReady())?.pull();
}
