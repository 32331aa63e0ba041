import type { Capacity } from '#domain/capacity/capacity.ts';
import { procedureInWords, type ConsentProcedure, type Interpreter, type Interpreting } from './consent.ts';
import { decisionAuthority, type DecidedBy } from '#domain/capacity/decision-authority.ts';
import { courtOrderInWords } from '#domain/family/court-order.ts';
import type { Family } from '#domain/family/family.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import type { PlannedRecipient } from './recipients.ts';
import type { ShownPatient } from '#domain/patients/shown-patient.ts';
import { statementFor } from './statements.ts';
import { deciderOf, type FormType } from '#domain/forms/form-types.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';

type StatementInput = {
  readonly formType: FormType;
  readonly procedures: readonly ConsentProcedure[];
  readonly patient: ShownPatient;
  readonly interpreting: Interpreting;
  readonly family: Family;
  readonly capacity: Capacity | null;
  readonly recipients: readonly PlannedRecipient[];
};

const WAS_INFORMED =
  'I was told why, what can go wrong and what else can be done, also no treatment. I could ask questions. I can change my mind.';

const MODES = { IN_PERSON: 'in person', PHONE: 'by telephone', VIDEO: 'by video', BSL: 'in British Sign Language' } as const;

/** The words that vary in the statements of a form's signers. */
export type StatementFacts = {
  readonly formType: FormType;
  readonly procedures: readonly Pick<ConsentProcedure, 'procedureName' | 'side' | 'site'>[];
  readonly patientName: string;
  /** null: no interpreter is named */
  readonly interpreted: { readonly how: string; readonly language: string } | null;
  readonly isChildsChoice: boolean;
  /** the legal power of a person to decide for the patient; null without one: that person is only consulted */
  readonly power: string | null;
  /** the order under which a court decides, in words; null or absent where somebody else does */
  readonly courtOrder?: string | null;
};

/**
 * The sentence of each signer, in the signing order: fixed with the form, and sent with the signature.
 *
 * @param shape.namesNoCourt - as builds before wrote them, of a form that such a tablet has pinned: they named no court
 */
export function formStatements(
  input: StatementInput,
  { namesNoCourt = false } = {},
): { order: number; role: SignerRole; text: string }[] {
  const words = { ...statementFactsOf(input), ...(namesNoCourt ? { courtOrder: null } : {}) };
  return input.recipients.map(({ order, role }) => ({ order, role, text: statementInWords(role, words) }));
}

/** The words for the statements of one form. */
export function statementFactsOf({
  formType,
  procedures,
  patient,
  interpreting: { interpreter },
  family,
  capacity,
}: Omit<StatementInput, 'recipients'>): StatementFacts {
  return {
    formType,
    procedures,
    patientName: spokenName(patient),
    interpreted: interpreter === null ? null : interpretedWords(interpreter),
    isChildsChoice: family.basis === 'CHILD',
    courtOrder: family.basis === 'COURT' ? orderWords(family) : null,
    power: (capacity === null ? undefined : AUTHORITIES[decisionAuthority(capacity).decidedBy]?.power) ?? null,
  };
}

function orderWords({ disagreement }: Family): string | null {
  const order = disagreement?.courtOrder ?? null;
  return order === null ? null : courtOrderInWords(order);
}

/** How somebody interprets, as the sentence names it. */
export function interpretedWords({ mode, language }: Interpreter): NonNullable<StatementFacts['interpreted']> {
  return { how: MODES[mode], language };
}

/** The sentence of one signer of a form of the second shape. */
export function statementInWords(role: SignerRole, words: StatementFacts): string {
  const { formType, procedures, patientName: name, interpreted, isChildsChoice, power, courtOrder = null } = words;
  const what = procedures.map(procedureInWords).join('; ');
  switch (role) {
    case 'PARENT':
      return `The law lets me decide for ${name} (parental responsibility). I agree that ${name} has: ${what}. ${WAS_INFORMED}`;
    case 'CHILD':
      return isChildsChoice
        ? `I agree to have: ${what}. ${WAS_INFORMED}`
        : `I know what will be done: ${what}. I say yes. I can change my mind.`;
    case 'CLINICIAN':
      switch (deciderOf(formType)) {
        case 'family':
          return `I have talked with the people named here about: ${what}. I said what it is for, its risks and the other choices, also no treatment. ${courtOrder === null ? 'I believe that who decides can decide, and is free' : `A court decides: ${courtOrder}`}.`;
        case 'clinician':
          return `${name} cannot make this choice now, even with help. I looked for an attorney, a deputy, an advance decision. I believe ${what} is best for ${name}, and no gentler way will do.`;
        case 'patient':
          break;
      }
      break;
    case 'CONSULTEE':
      return power === null
        ? `I was asked what ${name} would want and what is best, about: ${what}. I do not give consent. The clinician decides.`
        : `The law lets me decide for ${name} (${power}). I agree to: ${what}. I believe it is best for ${name}.`;
    case 'SECOND_OPINION':
      return `I have looked at this myself. I agree that ${what} is best for ${name}.`;
    case 'INTERPRETER':
      return interpreted === null
        ? ''
        : `I interpreted the talk about: ${what}, ${interpreted.how}, in ${interpreted.language}, as well as I can. I think it was understood. I do not decide.`;
    case 'PATIENT':
    case 'WITNESS':
    case 'CONFIRMER':
      break;
  }
  return statementFor(role, { formType, procedures, patientName: name, interpreting: NOT_NAMED });
}

/** The sentences of these roles name no interpreter. */
const NOT_NAMED: Interpreting = { interpreter: null, interpreterNeeded: null, interpreterNoneReason: '' };

/** The legal powers of a person to decide for a patient who cannot, in words; `by` names the person who has one. */
export const AUTHORITIES: Partial<Record<DecidedBy, { readonly power: string; readonly by: string }>> = {
  LPA: { power: 'lasting power of attorney', by: 'an attorney' },
  DEPUTY: { power: 'court-appointed deputy', by: 'a deputy' },
};
