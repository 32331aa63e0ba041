import type { ManagedUser } from '#contract/people.ts';
import type { Role } from '#contract/roles.ts';
import { fieldProblems } from '#src/notices/failure-words.ts';
import { focusHeading } from '#src/ui/focus-heading.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useAuthorise } from '#src/queries/people.ts';
import { allRolesOptions } from '#src/queries/roles.ts';
import { useToday } from '#src/queries/use-today.ts';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { FooterBar } from '#src/ui/layout/FooterBar.tsx';
import { Columns, Page } from '#src/ui/layout/Page.tsx';
import { useValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import { useSession } from '#src/session/session.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { AccessFields } from './AccessFields.tsx';
import { accessProblems, actsFor, approvalOf, startOfAccess, type AccessForm } from './person-acts.ts';
import { RefuseDialog } from './RefuseDialog.tsx';

type AccessProps = { readonly person: ManagedUser; readonly stale: ReactNode; readonly facts: ReactNode };

/**
 * Assigns a role, plans and an expiry date, or revokes the access. A new account starts with the role that was asked for and a year;
 * an administrator's role is always chosen by hand.
 */
export function Access(props: AccessProps) {
  const { data: roles } = useQuery(allRolesOptions());
  return <AccessOf key={roles === undefined ? 'waiting' : 'known'} {...props} roles={roles ?? []} />;
}

function AccessOf({ person, stale, facts, roles }: AccessProps & { readonly roles: readonly Role[] }) {
  const [isRefusing, setIsRefusing] = useState(false);
  const today = useToday();
  const held = useSession()?.user.permissions ?? [];
  const form = useValidatedForm({
    initialValues: startOfAccess(person, { roles, held, today }),
    validate: (values) => accessProblems(values, today),
  });
  const authorise = useAuthorise();
  const { grant, refuse } = actsFor(person.status);
  const save = async (values: AccessForm) => {
    if (authorise.isPending) return;
    try {
      const { message } = await authorise.mutateAsync(approvalOf(person.email, values));
      noticeSuccess(message);
      // The new state is in the heading, above the button that was pressed.
      focusHeading();
    } catch (failure) {
      form.setProblems(fieldProblems(failure, ['roleID', 'expiryDate', 'subscriptions']));
    }
  };
  const submit = form.onSubmit((values) => void save(values));
  return (
    <>
      <Page>
        <ErrorSummary problems={form.problems} />
        {stale}
        <Columns aside={facts}>
          <AccessFields person={person} form={form} />
        </Columns>
      </Page>
      <FooterBar>
        {refuse !== null && (
          <Button variant="outline" color="red" onClick={() => setIsRefusing(true)} disabled={authorise.isPending}>
            {refuse === 'REJECTED' ? 'Reject' : 'Suspend'}
          </Button>
        )}
        <Button onClick={() => submit()} loading={authorise.isPending}>
          {grant}
        </Button>
      </FooterBar>
      {isRefusing && refuse !== null && <RefuseDialog person={person} status={refuse} onClose={() => setIsRefusing(false)} />}
    </>
  );
}
