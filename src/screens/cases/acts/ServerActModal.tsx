import type { ReactNode } from 'react';
import { noticeSuccess } from '#src/notices/notices.tsx';
import type { Intent } from '#src/queries/consents.ts';
import { ConfirmModal, type ConfirmModalProps } from '#src/ui/layout/ConfirmModal.tsx';
import styles from '../cases.module.css';
import { DialogError } from '../DialogError.tsx';
import { useDialogAct } from './use-dialog-act.ts';

type Call<B> = {
  readonly isPending: boolean;
  readonly mutateAsync: (intent: Intent<B>) => Promise<{ readonly message: string }>;
};

type Props<B> = Pick<ConfirmModalProps, 'title' | 'tone' | 'okDisabled'> & {
  readonly okLabel: string;
  readonly body: B;
  readonly call: Call<B>;
  readonly children: ReactNode;
  readonly onClose: () => void;
};

/** Asks before an act that only the server performs; its answer is the notice. */
export function ServerActModal<B extends object>({ body, call, children, onClose, ...modal }: Props<B>) {
  const { problem, run } = useDialogAct();
  const onDone = ({ message }: { readonly message: string }) => {
    noticeSuccess(message);
    onClose();
  };
  return (
    <ConfirmModal
      {...modal}
      opened
      busy={call.isPending}
      onOk={() => void run(body, { perform: call.mutateAsync, onDone })}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        {children}
        <DialogError words={problem} />
      </div>
    </ConfirmModal>
  );
}
