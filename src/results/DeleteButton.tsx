import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { failureWords } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';

type Deletion = {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly mutateAsync: (id: string) => Promise<{ readonly message: string }>;
};

type DeleteButtonProps = {
  readonly id: string;
  /** the act: "Delete role" */
  readonly label: string;
  readonly title: string;
  readonly deletion: Deletion;
  /** the consequences, in the dialog */
  readonly children: ReactNode;
  readonly onDeleted: () => void;
};

/** Deletes something after a question that says what this means; a refusal is shown in the dialog. */
export function DeleteButton({ id, label, title, deletion, children, onDeleted }: DeleteButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const send = async () => {
    const answer = await deletion.mutateAsync(id).catch(() => null);
    if (answer === null) return;
    noticeSuccess(answer.message);
    onDeleted();
  };
  return (
    <>
      <Button variant="outline" color="red" onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      <ConfirmModal
        opened={isAsking}
        title={title}
        okLabel={label}
        tone="stop"
        busy={deletion.isPending}
        onOk={() => void send()}
        onCancel={() => setIsAsking(false)}
      >
        <ErrorSummary problems={deletion.isError ? [{ message: failureWords(deletion.error) }] : []} />
        {children}
      </ConfirmModal>
    </>
  );
}
