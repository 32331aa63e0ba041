import type { ManagedUser } from '#contract/people.ts';
import { fieldProblems } from '#src/notices/failure-words.ts';
import { focusHeading } from '#src/notices/focus-heading.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useAuthorise } from '#src/queries/people.ts';
import { useToday } from '#src/queries/use-today.ts';
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';
import { FooterBar } from '#src/ui/FooterBar.tsx';
import { Columns, Page } from '#src/ui/Page.tsx';
import { useValidatedForm } from '#src/ui/use-validated-form.ts';
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { AccessFields } from './AccessFields.tsx';
import { accessProblems, actsFor, approvalOf, type AccessForm } from './person-acts.ts';
import { RefuseDialog } from './RefuseDialog.tsx';

type AccessProps = { readonly person: ManagedUser; readonly stale: ReactNode; readonly facts: ReactNode };

/** Assigns a role, plans and an expiry date, or revokes the access; nothing is preselected. */
export function Access({ person, stale, facts }: AccessProps) {
  const [isRefusing, setIsRefusing] = useState(false);
  const today = useToday();
  const form = useValidatedForm({ initialValues: formOf(person), validate: (values) => accessProblems(values, today) });
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

/** The previous grant; an expiry date in the past must be chosen again. */
function formOf({ status, expiryDate, roleID, subscriptions }: ManagedUser): AccessForm {
  return {
    expiryDate: status === 'EXPIRED' ? '' : (expiryDate ?? ''),
    roleID: roleID ?? '',
    subscriptions: subscriptions.map(({ _id }) => _id),
  };
}
