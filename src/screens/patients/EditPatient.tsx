import type { Patient } from '#domain/patient.ts';
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';
import { FooterBar } from '#src/ui/FooterBar.tsx';
import { LeaveGuard } from '#src/notices/LeaveGuard.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { Button } from '@mantine/core';
import { Conflict } from './Conflict.tsx';
import { PatientFields } from './PatientFields.tsx';
import { usePatientEdit } from './use-patient-edit.ts';

type EditPatientProps = { readonly patient: Patient; readonly onClose: () => void };

/** The patient's record as a form; another person's save in the meantime is shown beside the own input, and never overwritten. */
export function EditPatient({ patient, onClose }: EditPatientProps) {
  const edit = usePatientEdit(patient, onClose);
  return (
    <>
      <PageHeader title="Edit details" />
      <Page>
        <ErrorSummary problems={edit.form.problems} />
        <PatientFields
          form={edit.form}
          isSaving={edit.isSaving}
          above={edit.merge !== null && <Conflict merge={edit.merge} choices={edit.choices} onChoose={edit.choose} />}
        />
      </Page>
      <FooterBar>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => edit.save()} loading={edit.isSaving}>
          Save
        </Button>
      </FooterBar>
      <LeaveGuard hasUnsaved={edit.hasUnsaved} />
    </>
  );
}
