import { Checkbox } from '@mantine/core';
import type { ClinicianStatement } from '#domain/consent.ts';
import { spokenName } from '#domain/patient-name.ts';
import { Panel } from '#src/ui/Panel.tsx';
import { TextAreaField } from '#src/ui/TextAreaField.tsx';
import type { BuilderStepProps } from './step-props.ts';
import styles from './builder.module.css';

/** The clinician's statement before the handover: the talk took place, and the patient can decide. */
export function StatementPanel({ patient, draft, edit, errorAt }: BuilderStepProps) {
  const statement = draft.clinicianStatement ?? { discussed: false, capacity: false, note: '' };
  const change = (fields: Partial<ClinicianStatement>) =>
    edit((before) => ({ ...before, clinicianStatement: { ...statement, ...before.clinicianStatement, ...fields } }));
  const name = spokenName(patient);
  const isFamilyForm = draft.formType === 'FORM_2';
  return (
    <Panel title="Your statement">
      <div className={styles.stack} id="clinicianStatement" tabIndex={-1}>
        <Checkbox
          id="clinicianStatement-discussed"
          label={`I have talked this through with ${isFamilyForm ? 'those who decide, and with the child as far as the age allows' : name}: what it is for, what can go wrong, and what else can be done`}
          checked={statement.discussed}
          error={errorAt('clinicianStatement.discussed')}
          onChange={(event) => change({ discussed: event.currentTarget.checked })}
        />
        <Checkbox
          id="clinicianStatement-capacity"
          label={`I judge that ${isFamilyForm ? 'whoever decides' : name} can understand, remember, weigh and say this decision (has capacity)`}
          checked={statement.capacity}
          error={errorAt('clinicianStatement.capacity')}
          onChange={(event) => change({ capacity: event.currentTarget.checked })}
        />
        <TextAreaField
          id="clinicianStatement-note"
          label="Note"
          optional
          hint="Kept with the consent, for colleagues."
          maxLength={2000}
          minRows={2}
          value={statement.note}
          onChange={(note) => change({ note })}
          error={errorAt('clinicianStatement.note')}
        />
      </div>
    </Panel>
  );
}
