import type { Consent } from '#contract/shapes/record-shapes.ts';
import { deciderOf } from '#domain/forms/form-types.ts';

/** In the list of signatures: why the patient's is not there. */
export function NoPatientSignature({ formType }: Pick<Consent, 'formType'>) {
  return deciderOf(formType) === 'clinician' ? <li>The patient does not sign: cannot decide</li> : null;
}
