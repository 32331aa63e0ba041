import type { Role } from '#contract/roles.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useDeleteRole } from '#src/queries/roles.ts';
import { ConfirmModal } from '#src/ui/ConfirmModal.tsx';
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';
import { Panel } from '#src/ui/Panel.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { deletionObstacle } from './role-form.ts';
import styles from './roles.module.css';

type DeleteRoleProps = { readonly role: Role; readonly onDeleted: () => void };

/** Deletes a role that nobody has, after a confirmation; otherwise names the obstacle. */
export function DeleteRole({ role, onDeleted }: DeleteRoleProps) {
  const { _id, name } = role;
  const obstacle = deletionObstacle(role);
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteRole();
  const send = async () => {
    // A refusal is shown in the dialog.
    const answer = await remove.mutateAsync(_id).catch(() => null);
    if (answer === null) return;
    noticeSuccess(answer.message);
    onDeleted();
  };
  return (
    <Panel title="Delete this role">
      <div className={styles.stack}>
        <p>{obstacle ?? 'Nobody has it, so it can be deleted.'}</p>
        {obstacle === null && (
          <div>
            <Button variant="outline" color="red" onClick={() => setIsAsking(true)}>
              Delete role
            </Button>
          </div>
        )}
      </div>
      <ConfirmModal
        opened={isAsking}
        title={`Delete ${name}?`}
        okLabel="Delete role"
        tone="stop"
        busy={remove.isPending}
        onOk={() => void send()}
        onCancel={() => setIsAsking(false)}
      >
        <ErrorSummary problems={remove.isError ? [{ message: failureWords(remove.error) }] : []} />
        <p>This cannot be undone.</p>
      </ConfirmModal>
    </Panel>
  );
}
