import { PATIENT_SECTIONS, type PatientFormField } from '#domain/patients/patient-fields.ts';
import { isContactField } from '#domain/patients/restricted.ts';
import { PATIENT_FORM_FIELDS } from '#domain/patients/patient-words.ts';
import { FieldControl } from '#src/ui/fields/FieldControl.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { PrintNote, usePrintNote, useUnprintable } from '#src/ui/PrintNote.tsx';
import type { ValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import { Fragment, type ReactNode } from 'react';
import type { PatientForm } from './patient-form.ts';
import styles from './patients.module.css';

type PatientFieldsProps = {
  readonly form: Pick<ValidatedForm<PatientForm>, 'at'>;
  /** A save is under way: the form is locked until its answer comes, or later input would not be part of it. */
  readonly isSaving: boolean;
  /** The contact details are protected, and not on this screen. */
  readonly hidesContact?: boolean;
  /** The reason for a change of protection, below its tick. */
  readonly reason?: ReactNode;
  /** Content above the fields, which may change them as well. */
  readonly above?: ReactNode;
  /** Content below the fields that say who it is: it may come while one types, and moves none of them. */
  readonly children?: ReactNode;
};

/** Every editable field of a patient; each control's id is its field's name. */
export function PatientFields({ form, isSaving, hidesContact = false, reason, above, children }: PatientFieldsProps) {
  const names = [form.at('lastName').value, form.at('firstName').value];
  const latin = form.at('nameInLatin').value;
  const note = usePrintNote(latin === '' ? names : [latin]);
  const unprintable = useUnprintable(names);
  // It is a question about names that the documents cannot print, and about no other.
  const hasLatinName = unprintable.length > 0 || latin !== '';
  return (
    // Inert instead of disabled: most saves take a moment, in which a form that turned grey and back would flash.
    <div inert={isSaving} style={{ display: 'contents' }}>
      {above}
      {PATIENT_SECTIONS.map(({ title, fields }, at) => (
        <Fragment key={title}>
          <Panel title={title}>
            <div className={styles.fields}>
              {hidesContact && fields.some(isContactField) && (
                <p className={styles.wide}>
                  The address, telephone and email are not on this tablet. To change them, open this form again with a network.
                </p>
              )}
              {cardsLast(fields)
                .filter((field) => (!hidesContact || !isContactField(field)) && (hasLatinName || field !== 'nameInLatin'))
                .map((field) => {
                  const { label, hint, isOptional = false, control } = PATIENT_FORM_FIELDS[field];
                  return (
                    <div
                      key={field}
                      className={control.kind === 'check' || control.kind === 'ticks' ? styles.wide : styles.field}
                    >
                      <FieldControl
                        {...form.at(field)}
                        label={label}
                        {...(hint === undefined ? {} : { hint })}
                        optional={isOptional}
                        control={control}
                      />
                    </div>
                  );
                })}
              {at === 0 && (
                <div className={styles.wide}>
                  <PrintNote note={note} />
                </div>
              )}
              {fields.some((field) => field === 'restricted') && reason}
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
