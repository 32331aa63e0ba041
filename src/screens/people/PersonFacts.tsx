import type { ManagedUser } from '#contract/people.ts';
import { longDate, longTime } from '#domain/plain-date.ts';
import { ACCOUNT_TYPES } from '#domain/roles.ts';
import { useProduct } from '#src/queries/reference.ts';
import { allRolesOptions } from '#src/queries/roles.ts';
import { DefinitionList } from '#src/ui/DefinitionList.tsx';
import { Panel } from '#src/ui/Panel.tsx';
import { StateChip } from '#src/ui/StateChip.tsx';
import { useQuery } from '@tanstack/react-query';
import { mailWords, wishWords } from './person-words.ts';
import styles from './people.module.css';

/** What somebody has said of themselves, what they were given, and what became of the last mail to them. */
export function PersonFacts({ person }: { readonly person: ManagedUser }) {
  const { timeZone } = useProduct();
  const roles = useQuery(allRolesOptions()).data ?? [];
  const wish = wishWords(person.requestedRole, roles);
  return (
    <>
      <Panel title="About this person">
        <DefinitionList
          items={[
            { term: 'Phone Number', value: person.phoneNumber },
            { term: 'Grade', value: person.grade },
            { term: 'Speciality', value: person.speciality },
            { term: 'GMC/NMC/GOC No', value: person.consultantCode },
            { term: 'Organisation', value: person.organisation.map(({ name }) => name).join(', ') },
            { term: 'Wished for', value: wish },
            { term: 'Role', value: person.role?.name },
            { term: 'Account Type', value: person.role === null ? null : ACCOUNT_TYPES[person.accountType] },
            { term: 'Access plans', value: person.subscriptions.map(({ name }) => name).join(', ') },
            { term: 'Access until', value: person.expiryDate === null ? null : longDate(person.expiryDate) },
            { term: 'Two-factor authentication', value: person.TwoFAEnabled ? 'On' : 'Off' },
            { term: 'Registered', value: longTime(person.createdAt, timeZone) },
            { term: 'Last sign-in', value: person.lastSignInAt === null ? 'Never' : longTime(person.lastSignInAt, timeZone) },
          ]}
        />
      </Panel>
      <Panel title="Last mail to them">
        <LastMail mail={person.lastMail} timeZone={timeZone} />
      </Panel>
    </>
  );
}

function LastMail({ mail, timeZone }: { readonly mail: ManagedUser['lastMail']; readonly timeZone: string }) {
  if (mail === null) return <p>No mail has been written to them yet.</p>;
  const { about, state } = mailWords(mail);
  return (
    <>
      <p>{about}</p>
      <p className={`${styles.small} num`}>{longTime(mail.at, timeZone)}</p>
      <StateChip tone={state.tone}>{state.words}</StateChip>
    </>
  );
}
