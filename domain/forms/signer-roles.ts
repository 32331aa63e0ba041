/** The roles of signers, in the words of the wire. Each has one row in {@link ROLE_RULES} and one word in `role-words.ts`. */
export const SIGNER_ROLES = [
  'PATIENT',
  'PARENT',
  'CHILD',
  'CLINICIAN',
  'CONFIRMER',
  'INTERPRETER',
  'WITNESS',
  'SECOND_OPINION',
  'CONSULTEE',
] as const;
export type SignerRole = (typeof SIGNER_ROLES)[number];

/** The places for signatures on a form. */
export const SIGNATURE_BLOCKS = ['consent-patient', 'consent-clinic', 'consent-interpreter'] as const;
export type SignatureBlockType = (typeof SIGNATURE_BLOCKS)[number];

/** The groups of comments on a version: two parents share one. */
export type CommentsOf = 'patient' | 'parents' | 'interpreter';

/**
 * The rules of every signer of one role, on any form.
 *
 * @property block - the block in which the role signs; null for a role without one
 * @property signsForm - signs the form itself: a confirmation on the day is not one of its signatures
 * @property decides - agrees to the treatment or refuses it, for the patient or as the patient
 * @property isPatient - is the patient: asked by the patient's own address, and addressed as "you"
 * @property isStaff - signs under an account of the hospital; `alone`: only the own account, never a handed-over tablet
 * @property mayUseLink - may answer by a mailed link or a code: a witness is there in person
 * @property mayDecline - whether a refusal is stored; `counts`: it refuses the treatment
 * @property noticeOfNo - how the first page of a document that goes on reports a refusal by this role; null: not at all
 * @property mayAsk - may ask the clinician before signing
 * @property isAttested - a mark or a spoken word of this role may be attested by a witness
 * @property identifies - the person whose identity is checked at the start: the patient, the signer and the patient, or the
 *   signer alone
 * @property comments - the group of comments on the version that the role's belong to; null for a role that writes none
 * @property fhirCode - the meaning of the signature, of ASTM E1762
 */
type RoleRules = {
  readonly block: SignatureBlockType | null;
  readonly signsForm: boolean;
  readonly decides: boolean;
  readonly isPatient: boolean;
  readonly isStaff: false | 'alone' | 'or handed over';
  readonly mayUseLink: boolean;
  readonly mayDecline: false | 'counts' | 'for itself';
  readonly noticeOfNo: 'stop' | 'warn' | null;
  readonly mayAsk: boolean;
  readonly isAttested: boolean;
  readonly identifies: 'patient' | 'signer and patient' | 'signer';
  readonly comments: CommentsOf | null;
  readonly fhirCode: string;
};

const DECIDES = {
  block: 'consent-patient',
  signsForm: true,
  decides: true,
  isStaff: false,
  mayUseLink: true,
  mayDecline: 'counts',
  mayAsk: true,
  isAttested: true,
  fhirCode: '7',
} as const;
const STAFF = {
  block: 'consent-clinic',
  signsForm: true,
  decides: false,
  isPatient: false,
  isStaff: 'alone',
  mayUseLink: false,
  mayDecline: false,
  noticeOfNo: null,
  mayAsk: false,
  isAttested: false,
  identifies: 'signer',
  comments: null,
} as const;

/** One row for each role: the only place where a role's name is compared with anything. */
export const ROLE_RULES: Readonly<Record<SignerRole, RoleRules>> = {
  PATIENT: { ...DECIDES, isPatient: true, noticeOfNo: null, identifies: 'patient', comments: 'patient' },
  PARENT: { ...DECIDES, isPatient: false, noticeOfNo: 'warn', identifies: 'signer and patient', comments: 'parents' },
  CHILD: { ...DECIDES, isPatient: true, noticeOfNo: 'stop', identifies: 'patient', comments: 'patient' },
  CLINICIAN: { ...STAFF, fhirCode: '1' },
  CONFIRMER: { ...STAFF, block: null, signsForm: false, fhirCode: '5' },
  INTERPRETER: {
    block: 'consent-interpreter',
    signsForm: true,
    decides: false,
    isPatient: false,
    isStaff: false,
    mayUseLink: true,
    mayDecline: 'for itself',
    noticeOfNo: null,
    mayAsk: false,
    isAttested: false,
    identifies: 'signer',
    comments: 'interpreter',
    fhirCode: '12',
  },
  WITNESS: {
    block: null,
    signsForm: true,
    decides: false,
    isPatient: false,
    isStaff: false,
    mayUseLink: false,
    mayDecline: false,
    noticeOfNo: null,
    mayAsk: false,
    isAttested: false,
    identifies: 'signer',
    comments: null,
    fhirCode: '11',
  },
  SECOND_OPINION: {
    ...STAFF,
    isStaff: 'or handed over',
    mayDecline: 'counts',
    mayAsk: true,
    identifies: 'signer and patient',
    fhirCode: '6',
  },
  CONSULTEE: {
    block: 'consent-clinic',
    signsForm: true,
    decides: false,
    isPatient: false,
    isStaff: false,
    mayUseLink: true,
    mayDecline: 'counts',
    noticeOfNo: 'warn',
    mayAsk: true,
    isAttested: true,
    identifies: 'signer and patient',
    comments: null,
    fhirCode: '3',
  },
};

/** Whether a text of an event or a file is a role of this build. */
export function isSignerRole(text: unknown): text is SignerRole {
  return SIGNER_ROLES.some((role) => role === text);
}

/** Whether this role agrees to the treatment, is asked what matters, and waits with the signature for answers to questions. */
export function decides(role: SignerRole | null): boolean {
  return role !== null && ROLE_RULES[role].decides;
}

/** Whether this role signs its place of the form under an account of the hospital, or may do so. */
export function signsAsStaff(role: SignerRole): boolean {
  return ROLE_RULES[role].signsForm && ROLE_RULES[role].isStaff !== false;
}

/** Whether this role signs the form under the own account alone: no ticket reaches it. */
export function signsUnderAccount(role: SignerRole): boolean {
  return ROLE_RULES[role].signsForm && ROLE_RULES[role].isStaff === 'alone';
}

/** Whether this role gives a second opinion: under the own account, or without one on a handed-over tablet. */
export function givesSecondOpinion(role: SignerRole): boolean {
  return ROLE_RULES[role].isStaff === 'or handed over';
}

/** A role, or the value in its place in an event, a row or a summary. */
type RoleText = string | number | boolean | null | undefined;

// Identities, for rules of one role alone that are no property of it.

/** Whether this is the patient of Forms 1 and 3, whatever the age; a child whose family decides is {@link isChild}. */
export function isPatientOnOwnForm(role: RoleText): role is 'PATIENT' {
  return role === 'PATIENT';
}

/** Whether this is an adult who decides for a child. */
export function isParent(role: RoleText): role is 'PARENT' {
  return role === 'PARENT';
}

/** Whether this is the child of a form on which the family decides. */
export function isChild(role: RoleText): role is 'CHILD' {
  return role === 'CHILD';
}

/** Whether this is the clinician of the form. */
export function isClinician(role: RoleText): role is 'CLINICIAN' {
  return role === 'CLINICIAN';
}

/** Whether this is the interpreter. */
export function isInterpreter(role: RoleText): role is 'INTERPRETER' {
  return role === 'INTERPRETER';
}

/** Whether this is somebody who attests how another signer answered. */
export function isWitness(role: RoleText): role is 'WITNESS' {
  return role === 'WITNESS';
}

/** Whether this is somebody asked on Form 4: an attorney or deputy who decides, or a person consulted. */
export function isConsultee(role: RoleText): role is 'CONSULTEE' {
  return role === 'CONSULTEE';
}
