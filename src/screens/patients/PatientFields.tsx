import { PATIENT_SECTIONS, type PatientFormField } from '#domain/patient-fields.ts';
import { PATIENT_FORM_FIELDS } from '#domain/patient-words.ts';
import { FieldControl } from '#src/ui/FieldControl.tsx';
import { Panel } from '#src/ui/Panel.tsx';
import type { ValidatedForm } from '#src/ui/use-validated-form.ts';
import { Fragment, type ReactNode } from 'react';
import type { PatientForm } from './patient-form.ts';
import styles from './patients.module.css';

type PatientFieldsProps = {
  readonly form: ValidatedForm<PatientForm>;
  /** A save is under way: the form is locked until its answer comes, or later input would not be part of it. */
  readonly isSaving: boolean;
  /** Content above the fields, which may change them as well. */
  readonly above?: ReactNode;
  /** Content below the fields that say who it is: it may come while one types, and moves none of them. */
  readonly children?: ReactNode;
};

/** Every editable field of a patient; each control's id is its field's name. */
export function PatientFields({ form, isSaving, above, children }: PatientFieldsProps) {
  return (
    // Inert instead of disabled: most saves take a moment, in which a form that turned grey and back would flash.
    <div inert={isSaving} style={{ display: 'contents' }}>
      {above}
      {PATIENT_SECTIONS.map(({ title, fields }, at) => (
        <Fragment key={title}>
          <Panel title={title}>
            <div className={styles.fields}>
              {cardsLast(fields).map((field) => {
                const { label, hint, isOptional = false, control } = PATIENT_FORM_FIELDS[field];
                return (
                  <FieldControl
                    key={field}
                    {...form.at(field)}
                    label={label}
                    {...(hint === undefined ? {} : { hint })}
                    optional={isOptional}
                    control={control}
                  />
                );
              })}
            </div>
          </Panel>
          {at === 0 && children}
        </Fragment>
      ))}
    </div>
  );
}

/** Choice cards are larger than text fields and are placed below them. */
function cardsLast(fields: readonly PatientFormField[]): readonly PatientFormField[] {
  const isCards = (field: PatientFormField) => PATIENT_FORM_FIELDS[field].control.kind === 'yesNo';
  return fields.toSorted((one, other) => Number(isCards(one)) - Number(isCards(other)));
}
