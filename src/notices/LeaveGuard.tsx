import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { useBlocker } from '@tanstack/react-router';
import { useEditLock } from './use-edit-lock.ts';

type LeaveGuardProps = {
  /** Called at the moment of leaving, and with each render of the screen around it. */
  readonly hasUnsaved: () => boolean;
  /** A sentence about the fate of unsaved input; by default it is lost. */
  readonly words?: string;
};

const LOST = 'What you typed here has not been saved. It will be lost.';

/** Asks before unsaved words are left, inside the app and when the tab closes; an update waits meanwhile. */
export function LeaveGuard({ hasUnsaved, words = LOST }: LeaveGuardProps) {
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
      tone={words === LOST ? 'stop' : 'brand'}
      onOk={() => proceed?.()}
      onCancel={() => reset?.()}
    >
      {words}
    </ConfirmModal>
  );
}
