import { showBlocked } from '#src/notices/blocking.ts';
import { showNotice } from '#src/notices/notices.tsx';
import type { Troubles } from './keeper.ts';

/** What people are told when their work on this tablet does not open as it should. */
export const heldTroubles: Troubles = {
  onSealed: () =>
    showNotice({
      id: 'vault-sealed',
      tone: 'stop',
      message:
        'Work is kept on this tablet that your sign-in does not open. It stays sealed as it is. Ask your administrator, and do not clear this browser’s data.',
    }),
  onBlocked: showBlocked,
  // The page goes on; the browser's own record has what happened.
  onFault: (fault) => reportError(fault),
};
