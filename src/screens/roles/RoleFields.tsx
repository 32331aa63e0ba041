import type { Role } from '#contract/roles.ts';
import { PERMISSION_GROUPS } from '#domain/accounts/permission-words.ts';
import { ACCOUNT_KINDS, ACCOUNT_TYPES, PERMISSIONS, ROLE_NAME_MOST } from '#domain/accounts/roles.ts';
import { useSession } from '#src/session/session.ts';
import { CheckCards, ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import type { ValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import { lockReason, type RoleForm } from './role-form.ts';
import styles from './roles.module.css';

type RoleFieldsProps = {
  readonly role: Role | null;
  readonly form: ValidatedForm<RoleForm>;
};

const TYPES = ACCOUNT_KINDS.map((value) => ({
  value,
  label: ACCOUNT_TYPES[value],
}));

/** Name, account type, and the abilities of people with the role, a sentence for each permission. */
export function RoleFields({ role, form }: RoleFieldsProps) {
  const user = useSession()?.user;
  const editor = { held: user?.permissions ?? [], isAdministrator: user?.appRole === 'ADMIN' };
  const permissions = form.at('permissions');
  const isChosen = (chosen: readonly string[]) => PERMISSIONS.filter((each) => chosen.includes(each));
  return (
    <>
      <Panel title="The role">
        <div className={styles.stack}>
          <TextField {...form.at('name')} label="Name" maxLength={ROLE_NAME_MOST} />
          <ChoiceCards {...form.at('accountType')} label="Account Type" choices={TYPES} />
        </div>
      </Panel>
      <Panel title="What people with this role can do">
        <div className={`${styles.stack} ${styles.permissions}`}>
          {PERMISSION_GROUPS.map(({ title, permissions: offered }, at) => {
            const keys: readonly string[] = offered.map(({ key }) => key);
            return (
              <CheckCards
                key={title}
                id={at === 0 ? permissions.id : `permissions-${title}`}
                label={title}
                value={permissions.value.filter((each) => keys.includes(each))}
                onChange={(chosen) =>
                  permissions.onChange(isChosen([...permissions.value.filter((each) => !keys.includes(each)), ...chosen]))
                }
                error={at === 0 ? permissions.error : undefined}
                choices={offered.map(({ key, sentence }) => {
                  const reason = lockReason(key, role, editor);
                  return { value: key, label: sentence, hint: reason ?? undefined, disabled: reason !== null };
                })}
              />
            );
          })}
        </div>
      </Panel>
    </>
  );
}
