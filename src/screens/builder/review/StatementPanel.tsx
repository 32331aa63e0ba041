import { Checkbox } from '@mantine/core';
import type { ClinicianStatement } from '#domain/consents/consent.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import type { BuilderStepProps } from '../parts/step-props.ts';
import { UnableStatement } from './UnableStatement.tsx';
import styles from '../parts/builder.module.css';
import { deciderOf, type Decider } from '#domain/forms/form-types.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';

/** The clinician's statement before signing: the talk took place, and whether whoever the form is about can decide. */
export function StatementPanel({ patient, draft, edit, errorAt }: BuilderStepProps) {
  const statement = draft.clinicianStatement ?? { discussed: false, capacity: false, note: '' };
  const change = (fields: Partial<ClinicianStatement>) =>
    edit((before) => ({ ...before, clinicianStatement: { ...statement, ...before.clinicianStatement, ...fields } }));
  const name = spokenName(patient);
  const decider = deciderOf(draft.formType);
  return (
    <Panel title="Your statement">
      <div className={styles.stack} id="clinicianStatement" tabIndex={-1}>
        <Checkbox
          id="clinicianStatement-discussed"
          label={`I have talked this through with ${talkedWith(decider, name)}: what it is for, what can go wrong, and what else can be done`}
          checked={statement.discussed}
          error={errorAt('clinicianStatement.discussed')}
          onChange={(event) => change({ discussed: event.currentTarget.checked })}
        />
        {decider === 'clinician' ? (
          <UnableStatement draft={draft} edit={edit} name={name} />
        ) : (
          <Checkbox
            id="clinicianStatement-capacity"
            label={`I judge that ${decider === 'family' ? 'whoever decides' : name} can understand, remember, weigh and say this decision (has capacity)`}
            checked={statement.capacity}
            error={errorAt('clinicianStatement.capacity')}
            onChange={(event) => change({ capacity: event.currentTarget.checked })}
          />
        )}
        <TextAreaField
          id="clinicianStatement-note"
          label="Note"
          optional
          hint="Kept with the consent, for colleagues."
          maxLength={NOTE_MOST}
          minRows={2}
          value={statement.note}
          onChange={(note) => change({ note })}
          error={errorAt('clinicianStatement.note')}
        />
      </div>
    </Panel>
  );
}

/** Whom the clinician has talked with. */
function talkedWith(decider: Decider, name: string): string {
  switch (decider) {
    case 'patient':
      return name;
    case 'family':
      return 'those who decide, and with the child as far as the age allows';
    case 'clinician':
      return `${name}, as far as possible, and with the people named here`;
  }
}
