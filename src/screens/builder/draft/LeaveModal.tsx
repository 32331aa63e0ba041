import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import type { SaverState } from './saver.ts';
import type { Leaving } from './useLeaving.ts';

/** Asks before unsaved input is lost. */
export function LeaveModal({ leaving, saverState }: { readonly leaving: Leaving | null; readonly saverState: SaverState }) {
  const why =
    saverState.state.kind === 'failed' && saverState.state.isNetwork
      ? 'There is no network at the moment.'
      : 'The last save did not succeed.';
  return (
    <ConfirmModal
      opened={leaving !== null && saverState.state.kind !== 'conflict'}
      title="Leave without saving?"
      okLabel="Leave without saving"
      cancelLabel="Stay"
      tone="stop"
      onOk={() => leaving?.leave()}
      onCancel={() => leaving?.stay()}
    >
      What you typed last is not saved. {why} If you stay, it is saved as soon as that is possible.
    </ConfirmModal>
  );
}
