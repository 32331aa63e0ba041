import { isApiError } from '#contract/engine/retry.ts';
import { showBlocked } from '#src/notices/blocking-screen.ts';
import { showNotice } from '#src/notices/persistent-notices.ts';
import { restoredWords } from '#src/notices/restored-words.ts';
import { showUntilVaultOpens } from '#src/notices/until-vault-opens.ts';
import { showStorageUnavailable } from '#src/notices/storage-unavailable.ts';
import { api } from '#src/session/api.ts';
import type { OpenErrorHandlers } from '#src/offline/unlock.ts';

/** Notices for a vault that fails to open. */
export const openErrorHandlers: OpenErrorHandlers = {
  onSealed: () =>
    showNotice({
      id: 'vault-sealed',
      tone: 'stop',
      message:
        'Work is kept on this tablet that your sign-in does not open. It stays sealed as it is. Ask your administrator, and do not clear this browser’s data.',
    }),
  onBlocked: showBlocked,
  onUnavailable: showStorageUnavailable,
  onFailed: () =>
    showUntilVaultOpens({
      id: 'vault-failed',
      tone: 'warn',
      message:
        'Your work on this tablet did not open. You can work while there is a network; without one nothing is saved here. Load the page again, and tell IT support if this comes back.',
    }),
  onRestored: (resent) => void showRestored(resent).catch(reportError),
  // The page goes on; the browser's console has the error.
  onFault: (fault) => reportError(fault),
};

/** Says, until somebody has read it, that the server was restored from a backup, and to which time. */
async function showRestored(resent: number): Promise<void> {
  const config = await api('config', {}).catch((failure: unknown) => {
    if (isApiError(failure)) return null;
    throw failure;
  });
  const restoredTo = config?.restoredTo ?? null;
  const message = restoredWords({ restoredTo, resent }, { now: Date.now(), zone: config?.settings.timeZone });
  showNotice({ id: 'restored', message, tone: 'info' });
}
