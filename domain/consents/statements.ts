import { procedureInWords, type ConsentProcedure, type Interpreting } from './consent.ts';
import { isFullShown, isOfKnownShape, type ShownContent } from './digest.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { deciderOf, type FormType } from '#domain/forms/form-types.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';

/** The parts of a version that the statements of the first shape name. */
export type Signed = {
  formType: FormType;
  procedures: readonly Pick<ConsentProcedure, 'procedureName' | 'side' | 'site'>[];
  patientName: string;
  interpreting: Interpreting;
};

/**
 * The sentence that a role signs under on a form of the first shape; for patient and clinician of Forms 1 and 3 on any. It is made from
 * the pinned content, so that server and device agree, and it is sent with the signature: another sentence is refused. Never reworded,
 * as forms that were pinned before go on verifying.
 */
export function statementFor(role: SignerRole, { formType, procedures, patientName, interpreting }: Signed): string {
  const what = procedures.map(procedureInWords).join('; ');
  switch (role) {
    case 'PATIENT':
      return `I agree to have: ${what}. I have been told what it is for, what can go wrong, and what else can be done, including no treatment. I had the chance to ask questions. I can change my mind at any time.`;
    case 'PARENT':
      return `I have parental responsibility for ${patientName}. I agree that ${patientName} has: ${what}. I have been told what it is for, what can go wrong, and what else can be done, including no treatment. I can change my mind at any time.`;
    case 'CHILD':
      return `I agree to have: ${what}. I had the chance to ask questions. I can change my mind at any time.`;
    case 'CLINICIAN':
      return `I have talked with ${deciderOf(formType) === 'family' ? `the family of ${patientName}` : patientName} about: ${what}. I have explained what it is for, its serious and frequent risks, and the alternatives, including no treatment. I judge that consent is given freely.`;
    case 'INTERPRETER':
      return `I have interpreted what was said and written about: ${what}, to ${patientName}${interpreting.interpreter === null ? '' : ` in ${interpreting.interpreter.language}`}, to the best of my ability and in a way that I believe was understood.`;
    case 'CONFIRMER':
      return `Today I asked ${patientName}, or who decides for ${patientName}. There are no more questions. The answer to ${what} is still yes.`;
    case 'WITNESS':
      return `I was present when ${patientName} gave agreement to: ${what}.`;
    case 'SECOND_OPINION':
      return `I have given a second opinion on: ${what}, for ${patientName}.`;
    case 'CONSULTEE':
      return `I have been consulted about what would be in the best interests of ${patientName} concerning: ${what}.`;
  }
}

/** The sentence of each role that signs a pinned record; none for a record of a later build. */
export function statementsOf(shown: ShownContent): Partial<Record<SignerRole, string>> {
  if (!isOfKnownShape(shown)) return {};
  return Object.fromEntries(shown.recipients.map(({ role }) => [role, statementOf(shown, role)]));
}

/** The sentence under which a role signs or confirms a pinned record; empty, as nobody's, for one of a later build. */
export function statementOf(shown: ShownContent, role: SignerRole): string {
  if (!isOfKnownShape(shown)) return '';
  const pinned = isFullShown(shown) ? shown.statements.find((each) => each.role === role)?.text : undefined;
  const { formType, procedures, interpreting, patient } = shown;
  return pinned ?? statementFor(role, { formType, procedures, interpreting, patientName: spokenName(patient) });
}
