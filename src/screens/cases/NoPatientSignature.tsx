import type { Consent } from '#contract/shapes/record-shapes.ts';

/** In the list of signatures: why the patient's is not there. */
export function NoPatientSignature({ formType }: Pick<Consent, 'formType'>) {
  return formType === 'FORM_4' ? <li>The patient does not sign: cannot decide</li> : null;
}
