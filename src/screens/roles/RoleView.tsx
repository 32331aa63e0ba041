import type { Role } from '#contract/roles.ts';
import { PERMISSION_GROUPS } from '#domain/accounts/permission-words.ts';
import { ACCOUNT_TYPES } from '#domain/accounts/roles.ts';
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { rolesLink } from './roles-link.ts';
import { holdersWords } from './role-form.ts';

type RoleViewProps = {
  readonly role: Role;
  /** why it cannot be changed here */
  readonly note?: string;
};

/** The permissions of a role, in sentences. */
export function RoleView({ role, note }: RoleViewProps) {
  return (
    <>
      <PageHeader title={role.name} back={rolesLink} about={holdersWords(role.users)} />
      <Page narrow>
        {note !== undefined && <Notice tone="info" title={note} />}
        <Panel title="What people with this role can do">
          <DefinitionList
            items={[
              { term: 'Account Type', value: ACCOUNT_TYPES[role.accountType] },
              ...PERMISSION_GROUPS.map(({ title, permissions }) => ({
                term: title,
                value: permissions
                  .filter(({ key }) => role.permissions.includes(key))
                  .map(({ key, sentence }) => <p key={key}>{sentence}</p>),
              })).map(({ term, value }) => ({ term, value: value.length === 0 ? 'Nothing' : value })),
            ]}
          />
        </Panel>
      </Page>
    </>
  );
}
