import type { ManagedUser } from '#contract/people.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { focusHeading } from '#src/notices/focus-heading.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useAuthorise } from '#src/queries/people.ts';
import { useToday } from '#src/queries/use-today.ts';
import { ErrorSummary, type FieldProblem } from '#src/ui/ErrorSummary.tsx';
import { FooterBar } from '#src/ui/FooterBar.tsx';
import { Columns, Page } from '#src/ui/Page.tsx';
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { AccessFields } from './AccessFields.tsx';
import { accessProblems, actsFor, approvalOf, type AccessForm } from './person-acts.ts';
import { RefuseDialog } from './RefuseDialog.tsx';

type AccessProps = { readonly person: ManagedUser; readonly stale: ReactNode; readonly facts: ReactNode };

/** Gives somebody a role, plans and a last day, or takes the access away; nothing is given that nobody chose. */
export function Access({ person, stale, facts }: AccessProps) {
  const [form, setForm] = useState(() => formOf(person));
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const [isRefusing, setIsRefusing] = useState(false);
  const today = useToday();
  const authorise = useAuthorise();
  const { grant, refuse } = actsFor(person.status);
  const save = async () => {
    const found = accessProblems(form, today);
    setProblems(found);
    if (found.length > 0 || authorise.isPending) return;
    try {
      const { message } = await authorise.mutateAsync(approvalOf(person.email, form));
      noticeSuccess(message);
      // What is new stands in the heading, above the button that was pressed.
      focusHeading();
    } catch (failure) {
      setProblems(failureProblems(failure).map(({ path, message }) => ({ ...fieldOf(path), message })));
    }
  };
  return (
    <>
      <Page>
        <ErrorSummary problems={problems} />
        {stale}
        <Columns aside={facts}>
          <AccessFields
            person={person}
            form={form}
            problems={problems}
            onChange={(change) => setForm((before) => ({ ...before, ...change }))}
          />
        </Columns>
      </Page>
      <FooterBar>
        {refuse !== null && (
          <Button variant="outline" color="red" onClick={() => setIsRefusing(true)} disabled={authorise.isPending}>
            {refuse === 'REJECTED' ? 'Reject' : 'Suspend'}
          </Button>
        )}
        <Button onClick={() => void save()} loading={authorise.isPending}>
          {grant}
        </Button>
      </FooterBar>
      {isRefusing && refuse !== null && <RefuseDialog person={person} status={refuse} onClose={() => setIsRefusing(false)} />}
    </>
  );
}

/** What was given before; a last day that has passed must be chosen anew. */
function formOf({ status, expiryDate, roleID, subscriptions }: ManagedUser): AccessForm {
  return {
    expiryDate: status === 'EXPIRED' ? '' : (expiryDate ?? ''),
    roleID: roleID ?? '',
    subscriptions: subscriptions.map(({ _id }) => _id),
  };
}

function fieldOf(path: string): { field?: string } {
  const field = (['roleID', 'expiryDate', 'subscriptions'] as const).find((each) => path === each || path.startsWith(`${each}.`));
  return field === undefined ? {} : { field };
}
