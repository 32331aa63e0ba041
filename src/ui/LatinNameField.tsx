import { NAME_IN_LATIN_MOST } from '#domain/values/text-limits.ts';
import { PATIENT_FORM_FIELDS } from '#domain/patients/patient-words.ts';
import type { TextControlProps } from './fields/field.ts';
import { TextField } from './fields/TextField.tsx';
import { PrintNote, usePrintNote } from './PrintNote.tsx';

/** The field for a name as documents print it where no font has its letters, and a note about letters of it that have no font either. */
export function LatinNameField(field: Omit<TextControlProps, 'hint' | 'optional'>) {
  const note = usePrintNote(field.value);
  return (
    <>
      <TextField {...field} optional hint={PATIENT_FORM_FIELDS.nameInLatin.hint} maxLength={NAME_IN_LATIN_MOST} />
      <PrintNote note={note} />
    </>
  );
}
