import type { ManagedUser } from '#contract/people.ts';
import { longDate, longTime } from '#domain/values/plain-date.ts';
import { ACCOUNT_TYPES } from '#domain/accounts/roles.ts';
import { useProduct } from '#src/queries/reference.ts';
import { allRolesOptions } from '#src/queries/roles.ts';
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx';
import { QuietLine } from '#src/ui/layout/Lines.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { useQuery } from '@tanstack/react-query';
import { lastMailWords, wishWords } from './person-words.ts';

type PersonFactsProps = {
  readonly person: ManagedUser;
  /** The access is shown beside this as a form. */
  readonly isDeciding: boolean;
};

/** A person's own details, their grants, and the result of the last mail to them. */
export function PersonFacts({ person, isDeciding }: PersonFactsProps) {
  const { timeZone } = useProduct();
  const roles = useQuery(allRolesOptions()).data ?? [];
  return (
    <>
      <Panel title="About this person">
        <DefinitionList
          items={[
            { term: 'Asked for', value: wishWords(person.requestedRole, roles) },
            { term: 'Phone Number', value: person.phoneNumber },
            { term: 'Grade', value: person.grade },
            { term: 'Speciality', value: person.speciality },
            { term: 'GMC/NMC/GOC No', value: person.consultantCode },
            { term: 'Organisation', value: person.organisation.map(({ name }) => name).join(', ') },
            ...(isDeciding ? [] : accessOf(person)),
            { term: 'Two-factor authentication', value: person.TwoFAEnabled ? 'On' : 'Off' },
            { term: 'Registered', value: longTime(person.createdAt, timeZone) },
            { term: 'Last sign-in', value: person.lastSignInAt === null ? 'Never' : longTime(person.lastSignInAt, timeZone) },
          ]}
        />
      </Panel>
      <Panel title="Last email to them">
        <LastMail mail={person.lastMail} timeZone={timeZone} />
      </Panel>
    </>
  );
}

function accessOf({ role, accountType, subscriptions, expiryDate }: ManagedUser) {
  return [
    { term: 'Role', value: role?.name },
    { term: 'Account Type', value: role === null ? null : ACCOUNT_TYPES[accountType] },
    { term: 'Access plans', value: subscriptions.map(({ name }) => name).join(', ') },
    { term: 'Expiry date', value: expiryDate === null ? (role === null ? null : 'No end') : longDate(expiryDate) },
  ];
}

function LastMail({ mail, timeZone }: { readonly mail: ManagedUser['lastMail']; readonly timeZone: string }) {
  if (mail === null) return <p>No email has been sent to them yet.</p>;
  const { about, state } = lastMailWords(mail);
  return (
    <>
      <p>{about}</p>
      <QuietLine isNumber>{longTime(mail.at, timeZone)}</QuietLine>
      <StateChip tone={state.tone}>{state.words}</StateChip>
    </>
  );
}
