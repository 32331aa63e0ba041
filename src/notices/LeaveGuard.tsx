import { ConfirmModal } from '#src/ui/ConfirmModal.tsx';
import { useBlocker } from '@tanstack/react-router';

type LeaveGuardProps = {
  /** Asked at the moment of leaving. */
  readonly hasUnsaved: () => boolean;
};

/** Asks before what was typed is left behind, inside the app and at closing the tab. */
export function LeaveGuard({ hasUnsaved }: LeaveGuardProps) {
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
