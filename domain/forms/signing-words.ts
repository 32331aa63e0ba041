import type { SignerRole, SignMethod } from '#domain/base/states.ts';

/** Signer roles as people read them. */
export const ROLE_WORDS: Record<SignerRole, string> = {
  PATIENT: 'Patient',
  PARENT: 'Parent',
  CHILD: 'Child',
  CLINICIAN: 'Clinician',
  CONFIRMER: 'Confirming clinician',
  INTERPRETER: 'Interpreter',
  WITNESS: 'Witness',
  SECOND_OPINION: 'Second opinion',
  CONSULTEE: 'Person consulted',
};

/** Ways of signing as people read them. */
export const METHOD_WORDS: Record<SignMethod, string> = {
  DRAWN: 'Drawn by hand',
  TYPED: 'Typed name',
  MARK_WITNESSED: 'Mark, with a witness',
  VERBAL_WITNESSED: 'Spoken, with a witness',
  PAPER_SCAN: 'On paper',
};
