import { PATIENT_LABELS } from '#domain/patient-words.ts';
import { ChoiceCards } from '#src/ui/ChoiceCards.tsx';
import { NhsNumberField } from '#src/ui/NhsNumberField.tsx';
import { Panel } from '#src/ui/Panel.tsx';
import { PlainDateField } from '#src/ui/PlainDateField.tsx';
import { SelectField, TextAreaField, TextField } from '#src/ui/TextField.tsx';
import type { ReactNode } from 'react';
import type { FormProblem, PatientForm, PatientFormField } from './patient-form.ts';
import { FORMAT_OPTIONS, languageOptions, SEX_OPTIONS } from './patient-words.ts';
import styles from './patients.module.css';

type PatientFieldsProps = {
  readonly form: PatientForm;
  readonly problems: readonly FormProblem[];
  /** A save is under way: nothing can be changed until its answer comes, or what is typed meanwhile would not be in it. */
  readonly isSaving: boolean;
  readonly onChange: (change: Partial<PatientForm>) => void;
  /** What stands above the fields and changes them as well. */
  readonly children?: ReactNode;
};

/** Everything that can be written about a patient; each control's id is its field's name. */
export function PatientFields({ form, problems, isSaving, onChange, children }: PatientFieldsProps) {
  const at = <F extends PatientFormField>(field: F) => ({
    id: field,
    label: PATIENT_LABELS[field],
    value: form[field],
    error: problems.find((problem) => problem.field === field)?.message,
    onChange: (value: PatientForm[F]) => onChange({ [field]: value }),
  });
  return (
    // Not disabled but inert: most saves take a moment, in which a form that turned grey and back would flash.
    <div inert={isSaving} style={{ display: 'contents' }}>
      {children}
      <Panel title="Who it is">
        <div className={styles.fields}>
          <TextField {...at('lastName')} hint="A name of one word goes here." />
          <TextField {...at('firstName')} optional />
          <PlainDateField {...at('dateOfBirth')} hint="For example 14 3 1950" />
          <NhsNumberField {...at('nhsNumber')} optional hint="10 digits" />
          <TextField {...at('hospitalNumber')} optional />
          <SelectField {...at('sex')} optional placeholder="Not recorded" options={SEX_OPTIONS} />
        </div>
      </Panel>
      <Panel title="How to reach them">
        <div className={styles.fields}>
          <TextField {...at('phoneNumber')} optional type="tel" inputMode="tel" />
          <TextField {...at('emailAddress')} optional type="email" inputMode="email" />
          <TextAreaField {...at('address')} optional />
        </div>
      </Panel>
      <Panel title="How they read and hear">
        <div className={styles.fields}>
          <SelectField {...at('language')} options={languageOptions(form.language)} />
          <SelectField {...at('format')} options={FORMAT_OPTIONS} />
          <ChoiceCards
            {...at('interpreterNeeded')}
            choices={[
              { value: 'YES', label: 'Yes' },
              { value: 'NO', label: 'No' },
            ]}
          />
        </div>
      </Panel>
    </div>
  );
}
