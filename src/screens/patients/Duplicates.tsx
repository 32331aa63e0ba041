import { useHeadingFocus } from '#src/ui/focus-heading.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useUpdatePatientStatus, type CreatedPatient } from '#src/queries/patient-writes.ts';
import type { LocalDuplicate } from '#src/queries/patients.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { FooterBar } from '#src/ui/layout/FooterBar.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { DuplicateList, PatientToCompare } from './DuplicateList.tsx';

const DONE_WORDS: Readonly<Record<CreatedPatient['kind'], string>> = {
  sent: 'The patient was created.',
  queued: 'The patient is saved on this tablet.',
};

type DuplicatesProps = { readonly created: CreatedPatient; readonly onDone: (id: string) => void };

/**
 * Shows the possible duplicates that came to light only once the patient was created, as when another tablet was faster. Using one
 * of them merges the new record into it; nothing is merged without the person's choice.
 */
export function Duplicates({ created: { kind, message, patient, possibleDuplicates }, onDone }: DuplicatesProps) {
  const [chosen, setChosen] = useState<LocalDuplicate['patient'] | null>(null);
  const merge = useUpdatePatientStatus();
  useHeadingFocus();
  const keep = () => {
    if (kind === 'queued') noticeSuccess(message);
    onDone(patient.id);
  };
  const use = (other: LocalDuplicate['patient']) =>
    merge.mutate(
      { patient, status: 'MERGED', mergedInto: other.id },
      {
        onSuccess: (written) => {
          noticeSuccess(
            written.kind === 'queued' ? written.message : 'The new record was merged into the one that was already here',
          );
          onDone(other.id);
        },
        onError: () => setChosen(null),
      },
    );
  return (
    <>
      <PageHeader
        title="Is this the same person?"
        about={`${DONE_WORDS[kind]} A patient with the same details already exists.`}
      />
      <Page>
        <ErrorSummary problems={merge.isError ? [{ message: failureWords(merge.error) }] : []} />
        <Panel title="The new record">
          <PatientToCompare patient={patient} />
        </Panel>
        <DuplicateList duplicates={possibleDuplicates} onUse={setChosen} isBusy={merge.isPending} />
        <Notice tone="info" title="If you use one that is already here">
          <p>The new record is marked as merged into it and takes no consent. This cannot be undone here.</p>
        </Notice>
      </Page>
      <FooterBar>
        <Button variant="default" onClick={keep} disabled={merge.isPending}>
          Keep the new one
        </Button>
      </FooterBar>
      <ConfirmModal
        opened={chosen !== null}
        title="Merge the new record into this one?"
        okLabel="Merge the records"
        busy={merge.isPending}
        onOk={() => {
          if (chosen !== null) use(chosen);
        }}
        onCancel={() => setChosen(null)}
      >
        {chosen !== null && <PatientToCompare patient={chosen} />}
        <p>The new record then takes no consent. This cannot be undone here.</p>
      </ConfirmModal>
    </>
  );
}
