import type { Patient } from '#domain/patients/patient.ts';
import { PROTECTION_REASON_MOST } from '#domain/patients/restricted.ts';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { FooterBar } from '#src/ui/layout/FooterBar.tsx';
import { LeaveGuard } from '#src/notices/LeaveGuard.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Conflict } from './Conflict.tsx';
import { PatientFields } from './PatientFields.tsx';
import styles from './patients.module.css';
import { usePatientEdit } from './use-patient-edit.ts';

type EditPatientProps = {
  readonly patient: Patient;
  /** The contact details are protected, and not in `patient`. */
  readonly hidesContact: boolean;
  readonly onClose: () => void;
};

/** The patient's record as a form; another person's save in the meantime is shown beside the own input, and never overwritten. */
export function EditPatient({ patient, hidesContact, onClose }: EditPatientProps) {
  // As it was when the form was opened: later answers do not fill it in.
  const [isHidden] = useState(hidesContact);
  const edit = usePatientEdit(patient, onClose);
  return (
    <>
      <PageHeader title="Edit details" />
      <Page>
        <ErrorSummary problems={edit.form.problems} />
        <PatientFields
          form={edit.form}
          isSaving={edit.isSaving}
          hidesContact={isHidden}
          reason={
            edit.needsReason && (
              <div className={styles.wide}>
                <TextAreaField
                  {...edit.form.at('reason')}
                  label="Reason"
                  hint="The timeline of each case shows it. Do not write an address or a telephone number here."
                  maxLength={PROTECTION_REASON_MOST}
                />
              </div>
            )
          }
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
