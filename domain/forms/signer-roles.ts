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

/**
 * What is true of every signer of one role, whatever the form.
 *
 * @property block - where the role signs; null for one that signs in no place of the form
 * @property decides - agrees to the treatment or refuses it, for the patient or as the patient
 * @property isPatient - is the patient: asked by the patient's own address, and told as "you"
 * @property isStaff - signs under an account of the hospital; `ALONE`: only the own account, never a handed-over tablet
 * @property mayUseLink - may answer by a mailed link or a code: a witness is there in person
 * @property mayDecline - whose no is stored; `counts`: it is a no to the treatment
 * @property mayAsk - may ask the clinician before signing
 * @property isAttested - a mark or a spoken word of this role may be attested by a witness
 * @property identifies - who is asked for at the start: the patient, the signer and the patient, or the signer alone
 * @property comments - whose comments these are on the version; null for a role that writes none
 * @property fhirCode - what the signature stands for, of ASTM E1762
 */
type RoleRules = {
  readonly block: SignatureBlockType | null;
  readonly decides: boolean;
  readonly isPatient: boolean;
  readonly isStaff: false | 'ALONE' | 'OR_HANDED_OVER';
  readonly mayUseLink: boolean;
  readonly mayDecline: false | 'COUNTS' | 'FOR_ITSELF';
  readonly mayAsk: boolean;
  readonly isAttested: boolean;
  readonly identifies: 'PATIENT' | 'SIGNER_AND_PATIENT' | 'SIGNER';
  readonly comments: 'PATIENT' | 'PARENTS' | 'INTERPRETER' | null;
  readonly fhirCode: string;
};

const DECIDES = {
  block: 'consent-patient',
  decides: true,
  isStaff: false,
  mayUseLink: true,
  mayDecline: 'COUNTS',
  mayAsk: true,
  isAttested: true,
  fhirCode: '7',
} as const;
const STAFF = {
  block: 'consent-clinic',
  decides: false,
  isPatient: false,
  mayUseLink: false,
  isAttested: false,
  comments: null,
} as const;

/** One row for each role: the only place where a role's name is compared with anything. */
export const ROLE_RULES: Readonly<Record<SignerRole, RoleRules>> = {
  PATIENT: { ...DECIDES, isPatient: true, identifies: 'PATIENT', comments: 'PATIENT' },
  PARENT: { ...DECIDES, isPatient: false, identifies: 'SIGNER_AND_PATIENT', comments: 'PARENTS' },
  CHILD: { ...DECIDES, isPatient: true, identifies: 'PATIENT', comments: 'PATIENT' },
  CLINICIAN: { ...STAFF, isStaff: 'ALONE', mayDecline: false, mayAsk: false, identifies: 'SIGNER', fhirCode: '1' },
  CONFIRMER: { ...STAFF, block: null, isStaff: 'ALONE', mayDecline: false, mayAsk: false, identifies: 'SIGNER', fhirCode: '5' },
  INTERPRETER: {
    block: 'consent-interpreter',
    decides: false,
    isPatient: false,
    isStaff: false,
    mayUseLink: true,
    mayDecline: 'FOR_ITSELF',
    mayAsk: false,
    isAttested: false,
    identifies: 'SIGNER',
    comments: 'INTERPRETER',
    fhirCode: '12',
  },
  WITNESS: {
    block: null,
    decides: false,
    isPatient: false,
    isStaff: false,
    mayUseLink: false,
    mayDecline: false,
    mayAsk: false,
    isAttested: false,
    identifies: 'SIGNER',
    comments: null,
    fhirCode: '11',
  },
  SECOND_OPINION: {
    ...STAFF,
    isStaff: 'OR_HANDED_OVER',
    mayDecline: 'COUNTS',
    mayAsk: true,
    identifies: 'SIGNER_AND_PATIENT',
    fhirCode: '6',
  },
  CONSULTEE: {
    block: 'consent-clinic',
    decides: false,
    isPatient: false,
    isStaff: false,
    mayUseLink: true,
    mayDecline: 'COUNTS',
    mayAsk: true,
    isAttested: true,
    identifies: 'SIGNER_AND_PATIENT',
    comments: null,
    fhirCode: '3',
  },
};

/** Whether a text of an event or a file is a role of this build. */
export function isSignerRole(text: unknown): text is SignerRole {
  return SIGNER_ROLES.some((role) => role === text);
}

/** Whether this role agrees to the treatment, is asked what matters, and may ask. */
export function decides(role: SignerRole | null): boolean {
  return role !== null && ROLE_RULES[role].decides;
}
