import type { SignerRole } from './signer-roles.ts';

/** The part of a form in which somebody stands who may join it while it is out. */
export type JoinedPart = 'parent' | 'interpreter' | 'consulted' | 'secondOpinion';

type Joins = { readonly part: JoinedPart } | { readonly part: null; readonly instead: string };

const IS_PATIENT: Joins = { part: null, instead: 'The patient has a place of their own' };

/** As what a new person of each role joins a form that is out; of a role in which nobody joins it, how its holder signs instead. */
export const JOINS_AS: Readonly<Record<SignerRole, Joins>> = {
  PATIENT: IS_PATIENT,
  CHILD: IS_PATIENT,
  PARENT: { part: 'parent' },
  INTERPRETER: { part: 'interpreter' },
  CONSULTEE: { part: 'consulted' },
  SECOND_OPINION: { part: 'secondOpinion' },
  CLINICIAN: { part: null, instead: 'A clinician signs under their own account. To change who that is, change the form.' },
  CONFIRMER: { part: null, instead: 'A clinician confirms on the day, under their own account, once everybody has signed' },
  WITNESS: { part: null, instead: 'A witness is there in person: name the witness when the mark or the spoken answer is taken' },
};
