import { ConfirmModal } from '#src/ui/ConfirmModal.tsx';
import { useBlocker } from '@tanstack/react-router';
import { useEditLock } from './use-edit-lock.ts';

type LeaveGuardProps = {
  /** Called at the moment of leaving, and with each render of the screen around it. */
  readonly hasUnsaved: () => boolean;
  /** The words stay stored on this tablet, for the same person. */
  readonly isStored?: boolean;
};

/** Asks before unsaved words are left, inside the app and when the tab closes; an update waits meanwhile. */
export function LeaveGuard({ hasUnsaved, isStored = false }: LeaveGuardProps) {
  useEditLock(hasUnsaved());
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: hasUnsaved,
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  });
  return (
    <ConfirmModal
      opened={status === 'blocked'}
      title="Leave without saving?"
      okLabel="Leave without saving"
      cancelLabel="Stay"
      tone={isStored ? 'brand' : 'stop'}
      onOk={() => proceed?.()}
      onCancel={() => reset?.()}
    >
      {isStored
        ? 'What you typed here has not been saved. It stays on this tablet, for you alone, until you come back and save or discard it.'
        : 'What you typed here has not been saved. It will be lost.'}
    </ConfirmModal>
  );
}
