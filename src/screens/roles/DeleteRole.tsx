import type { Role } from '#contract/roles.ts';
import { DeleteButton } from '#src/results/DeleteButton.tsx';
import { useDeleteRole } from '#src/queries/roles.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { deletionObstacle } from './role-form.ts';
import styles from './roles.module.css';

type DeleteRoleProps = { readonly role: Role; readonly onDeleted: () => void };

/** Deletes a role that nobody has, after a confirmation; otherwise names the obstacle. */
export function DeleteRole({ role, onDeleted }: DeleteRoleProps) {
  const { _id, name } = role;
  const obstacle = deletionObstacle(role);
  const deletion = useDeleteRole();
  return (
    <Panel title="Delete this role">
      <div className={styles.stack}>
        <p>{obstacle ?? 'Nobody has it, so it can be deleted.'}</p>
        {obstacle === null && (
          <div>
            <DeleteButton id={_id} label="Delete role" title={`Delete ${name}?`} deletion={deletion} onDeleted={onDeleted}>
              <p>This cannot be undone.</p>
            </DeleteButton>
          </div>
        )}
      </div>
    </Panel>
  );
}
