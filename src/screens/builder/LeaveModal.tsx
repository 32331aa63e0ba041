import { ConfirmModal } from '#src/ui/ConfirmModal.tsx';
import type { Held } from './saver.ts';
import type { Leaving } from './useLeaving.ts';

/** Asks before something typed is lost. */
export function LeaveModal({ leaving, held }: { readonly leaving: Leaving | null; readonly held: Held }) {
  const why =
    held.state.kind === 'failed' && held.state.isNetwork
      ? 'There is no network at the moment.'
      : 'The last save did not succeed.';
  return (
    <ConfirmModal
      opened={leaving !== null && held.state.kind !== 'conflict'}
      title="Leave without saving?"
      okLabel="Leave and lose it"
      cancelLabel="Stay here"
      tone="stop"
      onOk={() => leaving?.leave()}
      onCancel={() => leaving?.stay()}
    >
      What you typed last is not saved. {why} If you stay, it is saved as soon as that is possible.
    </ConfirmModal>
  );
}
