import { showBlocked } from '#src/notices/blocking-screen.ts';
import { showNotice } from '#src/notices/notices.tsx';
import { showRestored } from '#src/notices/restored.ts';
import { showStorageUnavailable } from '#src/notices/storage-unavailable.ts';
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
  onRestored: () => void showRestored(),
  // The page goes on; the browser's console has the error.
  onFault: (fault) => reportError(fault),
};
