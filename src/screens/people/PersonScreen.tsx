import type { ManagedUser } from '#contract/people.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { mayAssign } from '#domain/accounts/roles.ts';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { StaleNotice } from '#src/results/StaleNotice.tsx';
import { paths } from '#src/paths.ts';
import { usePerson } from '#src/queries/people.ts';
import { allRolesOptions } from '#src/queries/roles.ts';
import { useSession } from '#src/session/session.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Access } from './Access.tsx';
import { actsFor } from './person-acts.ts';
import { PersonFacts } from './PersonFacts.tsx';
import { personName, userStatusWords } from './person-words.ts';

const BACK = { href: paths.people.href, label: 'People' };

/** One person: the details, and the decisions about their access. */
export function PersonScreen({ id }: { readonly id: string }) {
  const query = usePerson(id);
  const { data: person, error, isPending, refetch } = query;
  if (person === undefined || person === null)
    return (
      <>
        <PageHeader title="Person" back={BACK} />
        <Page>
          {isPending ? (
            <Skeleton card lines={6} />
          ) : person === null ? (
            <EmptyState title={FAILURES.NOT_FOUND.message}>This person may belong to another organisation.</EmptyState>
          ) : (
            <QueryFailure failure={error} onRetry={() => void refetch()} />
          )}
        </Page>
      </>
    );
  const { tone, words } = userStatusWords(person.status);
  return (
    <>
      <PageHeader
        title={personName(person)}
        back={BACK}
        about={person.email}
        actions={<StateChip tone={tone}>{words}</StateChip>}
      />
      <Decisions person={person} stale={<StaleNotice query={query} />} />
    </>
  );
}

function Decisions({ person, stale }: { readonly person: ManagedUser; readonly stale: ReactNode }) {
  const obstacle = useObstacle(person);
  const facts = <PersonFacts person={person} isDeciding={obstacle === null} />;
  if (obstacle === null)
    // A completed decision resets the form.
    return <Access key={`${person.status} ${person.expiryDate} ${person.roleID}`} person={person} stale={stale} facts={facts} />;
  return (
    <Page narrow>
      {stale}
      <Notice tone="info">
        <p>{obstacle}</p>
      </Notice>
      {facts}
    </Page>
  );
}

/** The reason why no decision about a person is possible, or `null`. */
function useObstacle({ _id, status, roleID }: ManagedUser): string | null {
  const user = useSession()?.user;
  const roles = useQuery(allRolesOptions()).data ?? [];
  if (user?._id === _id) return FAILURES.OWN_ACCOUNT.message;
  if (actsFor(status).grant === null) return FAILURES.NOT_YET_REGISTERED.message;
  const theirs = roles.find((role) => role._id === roleID)?.permissions ?? [];
  return mayAssign(user?.permissions ?? [], theirs)
    ? null
    : 'This person can change access in ways that your own role cannot. Only somebody with such a role can change theirs.';
}
