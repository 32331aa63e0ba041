import type { User } from '#contract/accounts.ts';
import { ACCOUNT_TYPES } from '#domain/roles.ts';
import { useSession } from '#src/session/session.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { DefinitionList } from '#src/ui/DefinitionList.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { Panel } from '#src/ui/Panel.tsx';
import { DisplayPanel } from './DisplayPanel.tsx';

/** Who is signed in, read only, and how the screen looks on this device. */
export function Profile() {
  const session = useSession();
  if (session === null) return null;
  const signOut = (
    <ButtonLink href="/logout" variant="default" leftSection={<Icon name="signOut" />}>
      Sign out
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title="Your profile" actions={signOut} />
      <Page narrow>
        <Panel title="My Profile">
          <DefinitionList items={factsOf(session.user)} />
        </Panel>
        <DisplayPanel />
        <p>
          <ButtonLink href="/about" variant="subtle">
            About this app
          </ButtonLink>
        </p>
      </Page>
    </>
  );
}

/** The fields of the specification's profile, in its order and words (spec §2). */
function factsOf(user: User) {
  return [
    { term: 'Name', value: `${user.firstName} ${user.lastName}`.trim() },
    { term: 'Email', value: user.email },
    { term: 'Phone Number', value: user.phoneNumber },
    { term: 'Role', value: user.role?.name },
    { term: 'Account Type', value: ACCOUNT_TYPES[user.accountType] },
    { term: 'Organisation', value: user.organisation.map(({ name }) => name).join(', ') },
    { term: 'Grade', value: user.grade },
    { term: 'Speciality', value: user.speciality },
    { term: 'GMC/NMC/GOC No', value: user.consultantCode },
  ];
}
