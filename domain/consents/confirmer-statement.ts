import type { Capacity } from '#domain/capacity/capacity.ts';
import { decisionAuthority } from '#domain/capacity/decision-authority.ts';
import { deciderOf } from '#domain/forms/form-types.ts';
import { procedureInWords } from './consent.ts';
import { statementFor, type Signed } from './statements.ts';

/** A form that is confirmed on the day; the capacity is that of a patient who cannot decide, null or absent where it is not known. */
type Confirmed = Signed & { readonly capacity?: Capacity | null | undefined };

/**
 * The sentence under which somebody confirms a form on the day: nobody asks a patient who cannot decide for an answer. No form holds it,
 * so that it may be reworded; {@link isConfirmerStatement} goes on taking what a tablet has kept.
 */
export function confirmerStatement({ capacity = null, ...form }: Confirmed): string {
  if (deciderOf(form.formType) !== 'clinician') return statementFor('CONFIRMER', form);
  const { patientName, procedures } = form;
  const what = procedures.map(procedureInWords).join('; ');
  const names = capacity === null ? [] : decisionAuthority(capacity).names;
  const agree = names.length > 1 ? 'agree' : 'agrees';
  const still =
    names.length === 0
      ? `${what} is still best for ${patientName}`
      : `${new Intl.ListFormat('en-GB').format(names)} still ${agree} to ${what}`;
  return `Today I checked again. ${patientName} cannot make this choice. Nobody’s view has changed. ${still}.`;
}

/** Whether a confirmation stands under the sentence of this form, or under that of builds before. */
export function isConfirmerStatement(statement: string, form: Confirmed): boolean {
  return statement === confirmerStatement(form) || statement === statementFor('CONFIRMER', form);
}
