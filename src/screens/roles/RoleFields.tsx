import type { Role } from '#contract/roles.ts';
import { PERMISSION_GROUPS } from '#domain/permission-words.ts';
import { ACCOUNT_KINDS, ACCOUNT_TYPES, PERMISSIONS } from '#domain/roles.ts';
import { useSession } from '#src/session/session.ts';
import { CheckCards, ChoiceCards } from '#src/ui/ChoiceCards.tsx';
import type { FieldProblem } from '#src/ui/ErrorSummary.tsx';
import { Panel } from '#src/ui/Panel.tsx';
import { TextField } from '#src/ui/TextField.tsx';
import { lockReason, type RoleForm } from './role-form.ts';
import styles from './roles.module.css';

type RoleFieldsProps = {
  readonly role: Role | null;
  readonly form: RoleForm;
  readonly problems: readonly FieldProblem[];
  readonly onChange: (change: Partial<RoleForm>) => void;
};

const TYPES = ACCOUNT_KINDS.map((value) => ({
  value,
  label: ACCOUNT_TYPES[value],
}));

/** Name, account type, and what people with the role can do, a sentence for each permission. */
export function RoleFields({ role, form, problems, onChange }: RoleFieldsProps) {
  const user = useSession()?.user;
  const editor = { held: user?.permissions ?? [], isAdministrator: user?.appRole === 'ADMIN' };
  const errorAt = (field: keyof RoleForm) => problems.find((problem) => problem.field === field)?.message;
  const isChosen = (chosen: readonly string[]) => PERMISSIONS.filter((each) => chosen.includes(each));
  return (
    <>
      <Panel title="The role">
        <div className={styles.stack}>
          <TextField
            id="name"
            label="Name"
            maxLength={60}
            value={form.name}
            onChange={(name) => onChange({ name })}
            error={errorAt('name')}
          />
          <ChoiceCards
            id="accountType"
            label="Account Type"
            value={form.accountType}
            choices={TYPES}
            onChange={(accountType) => onChange({ accountType })}
            error={errorAt('accountType')}
          />
        </div>
      </Panel>
      <Panel title="What people with this role can do">
        <div className={`${styles.stack} ${styles.permissions}`}>
          {PERMISSION_GROUPS.map(({ title, permissions }, at) => {
            const keys: readonly string[] = permissions.map(({ key }) => key);
            return (
              <CheckCards
                key={title}
                id={at === 0 ? 'permissions' : `permissions-${title}`}
                label={title}
                value={form.permissions.filter((each) => keys.includes(each))}
                onChange={(chosen) =>
                  onChange({ permissions: isChosen([...form.permissions.filter((each) => !keys.includes(each)), ...chosen]) })
                }
                error={at === 0 ? errorAt('permissions') : undefined}
                choices={permissions.map(({ key, sentence }) => {
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
