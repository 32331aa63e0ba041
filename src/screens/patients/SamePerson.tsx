import { useHeadingFocus } from '#src/ui/focus-heading.ts';
import { hideSuccesses } from '#src/notices/notices.tsx';
import type { LocalDuplicate } from '#src/queries/patients.ts';
import { ErrorSummary, type FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { FooterBar } from '#src/ui/layout/FooterBar.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { DuplicateList, PatientToCompare } from './DuplicateList.tsx';

type Props = {
  readonly entered: Parameters<typeof PatientToCompare>[0]['patient'];
  readonly duplicates: readonly LocalDuplicate[];
  readonly problems: readonly FieldProblem[];
  readonly isBusy: boolean;
  readonly onUse: (id: string) => void;
  readonly onCreate: () => void;
  readonly onBack: () => void;
};

/** Asks before a patient is created whether it is one of those who are there already. Nothing is saved until the answer. */
export function SamePerson({ entered, duplicates, problems, isBusy, onUse, onCreate, onBack }: Props) {
  useHeadingFocus();
  // On a phone a notice would cover the names that are compared.
  useEffect(hideSuccesses, []);
  return (
    <>
      <PageHeader
        title="Is this the same person?"
        about="A patient with the same details already exists. Nothing is saved yet."
      />
      <Page>
        <ErrorSummary problems={problems} />
        <Panel title="What you entered">
          <PatientToCompare patient={entered} />
        </Panel>
        <DuplicateList duplicates={duplicates} onUse={({ id }) => onUse(id)} isBusy={isBusy} />
      </Page>
      <FooterBar>
        <Button variant="default" onClick={onBack} disabled={isBusy}>
          Back to the details
        </Button>
        <Button variant="default" onClick={onCreate} loading={isBusy}>
          Another person: create
        </Button>
      </FooterBar>
    </>
  );
}
