import { ConfirmModal } from '#src/ui/ConfirmModal.tsx';
import { useBlocker } from '@tanstack/react-router';
import { useBusyWhile } from './use-busy.ts';

type LeaveGuardProps = {
  /** Asked at the moment of leaving, and each time that the screen around it is drawn. */
  readonly hasUnsaved: () => boolean;
};

/** Asks before what was typed is left behind, inside the app and at closing the tab; an update waits meanwhile. */
export function LeaveGuard({ hasUnsaved }: LeaveGuardProps) {
  useBusyWhile(hasUnsaved());
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
      tone="stop"
      onOk={() => proceed?.()}
      onCancel={() => reset?.()}
    >
      What you typed here has not been saved. It will be lost.
    </ConfirmModal>
  );
}
