import type { PatientFormField } from '#domain/patients/patient-fields.ts';
import { patientFieldWords, PATIENT_FORM_FIELDS } from '#domain/patients/patient-words.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import type { PatientMerge } from './patient-conflict.ts';
import styles from './patients.module.css';
import type { ConflictChoices } from './use-patient-edit.ts';

type ConflictProps = {
  readonly merge: PatientMerge;
  readonly choices: ConflictChoices;
  readonly onChoose: (field: PatientFormField, side: 'mine' | 'theirs') => void;
};

/** Both values side by side for each conflicting field; fields that only the other person changed are named. */
export function Conflict({ merge: { form, clashes, taken }, choices, onChoose }: ConflictProps) {
  const words = (field: PatientFormField, value: string) => patientFieldWords(field, value) || 'Empty';
  return (
    <Panel title="Somebody else saved this record while you were typing">
      <div className={styles.stack}>
        {clashes.map(({ field, mine, theirs }) => (
          <ChoiceCards
            key={field}
            id={`keep-${field}`}
            label={`${PATIENT_FORM_FIELDS[field].label}: which one do you want to keep?`}
            value={choices[field] ?? null}
            onChange={(side) => onChoose(field, side)}
            choices={[
              { value: 'mine', label: words(field, mine), hint: 'What you typed' },
              { value: 'theirs', label: words(field, theirs), hint: 'What the other person saved' },
            ]}
          />
        ))}
        {taken.length > 0 && (
          <div>
            <p>Also changed by the other person, and now in the form below:</p>
            <ul className={styles.list}>
              {taken.map((field) => (
                <li key={field}>
                  {PATIENT_FORM_FIELDS[field].label}: <strong>{words(field, form[field])}</strong>
                </li>
              ))}
            </ul>
          </div>
        )}
        <p>Nothing you typed is lost. Check the form, then save again.</p>
      </div>
    </Panel>
  );
}
