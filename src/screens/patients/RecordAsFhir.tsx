import type { Input } from '#contract/calls.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { NeedsServer } from '#src/notices/NeedsServer.tsx';
import { needsServerWords } from '#src/notices/needs-server-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useServerStatus } from '#src/notices/use-online.ts';
import { usePatientBundle } from '#src/queries/patients.ts';
import { useMay } from '#src/session/permissions.ts';
import { useSession } from '#src/session/session.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { saveFile } from '#src/ui/save-file.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import styles from './patients.module.css';

type Documents = NonNullable<Input<'patientGetBundle'>['documents']>;
type Props = { readonly patient: Pick<Patient, 'id' | 'recordID' | 'restricted'> };

const CHOICES: readonly { readonly value: Documents; readonly label: string; readonly hint: string }[] = [
  { value: 'NONE', label: 'Without the documents', hint: 'Forms, answers and signatures as data: a small file.' },
  { value: 'DATA', label: 'With the sealed documents', hint: 'The same, with each sealed PDF in it, up to 25\u{a0}MB.' },
];

/** Offers a patient's record as one file for another system, to those who may read consents. */
export function RecordAsFhir({ patient }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const mayRead = useMay('consents.read');
  // A patient whom the server does not have yet has no number, and no record there.
  if (!mayRead || patient.recordID === null) return null;
  return (
    <Panel title="For another system">
      <div className={styles.stack}>
        <p>All consents of this patient in one file, which other systems read.</p>
        <div className={styles.buttons}>
          <Button variant="default" leftSection={<Icon name="download" />} onClick={() => setIsOpen(true)}>
            Record as FHIR
          </Button>
        </div>
      </div>
      {isOpen && <RecordAsFhirDialog patient={patient} onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}

function RecordAsFhirDialog({ patient, onClose }: Props & { readonly onClose: () => void }) {
  const [documents, setDocuments] = useState<Documents>('NONE');
  const bundle = usePatientBundle();
  const isOut = needsServerWords(useServerStatus(), useSession()?.token !== null) !== null;
  const download = () =>
    bundle.mutate(
      { id: patient.id, documents },
      {
        onSuccess: (file) => {
          saveFile(file, `${patient.recordID}.fhir.json`);
          noticeSuccess('Record downloaded');
          onClose();
        },
      },
    );
  return (
    <ConfirmModal
      opened
      title="Record as FHIR"
      okLabel="Download"
      busy={bundle.isPending}
      okDisabled={isOut}
      onOk={download}
      onCancel={onClose}
    >
      {/* The choice stays as displayed until the file comes. */}
      <div className={styles.stack} inert={bundle.isPending}>
        <NeedsServer />
        <ErrorSummary problems={bundle.isError ? [{ message: failureWords(bundle.error) }] : []} />
        <p>
          The file names the patient and holds what they said. Save it only where this hospital allows it. The security log notes
          that you took it.
        </p>
        {patient.restricted && <p>Address, telephone and email of this patient are hidden, and are not in the file.</p>}
        <ChoiceCards id="documents" label="Documents" stacked value={documents} onChange={setDocuments} choices={CHOICES} />
      </div>
    </ConfirmModal>
  );
}
