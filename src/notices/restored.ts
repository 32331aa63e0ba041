import { isApiError } from '#contract/engine/retry.ts';
import { api } from '#src/session/api.ts';
import { restoredWords } from './restored-words.ts';
import { showNotice } from './notices.tsx';

/** Says, until somebody has read it, that the server was restored from a backup, and to which time. */
export async function showRestored(): Promise<void> {
  const config = await api('config', {}).catch((failure: unknown) => {
    if (isApiError(failure)) return null;
    throw failure;
  });
  const message = restoredWords(config?.restoredTo ?? null, { now: Date.now(), zone: config?.settings.timeZone });
  showNotice({ id: 'restored', message, tone: 'info' });
}
