import type { User } from '#contract/shapes/user-shapes.ts';
import { ACCOUNT_TYPES } from '#domain/accounts/roles.ts';
import { ReadinessLine } from '#src/tablet/ReadinessLine.tsx';
import { paths } from '#src/paths.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { DisplayPanel } from '#src/ui/layout/DisplayPanel.tsx';
import { ForgetTablet } from './ForgetTablet.tsx';

/** The own profile, read only, and the display settings of this device. */
export function MyProfile({ user }: { readonly user: User }) {
  return (
    <>
      <Panel title="My Profile">
        <DefinitionList items={factsOf(user)} />
      </Panel>
      <DisplayPanel />
      <ForgetTablet />
      <ReadinessLine />
      <p>
        <ButtonLink href={paths.about.href} variant="subtle">
          About this app
        </ButtonLink>
      </p>
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
