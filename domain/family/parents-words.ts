import { isParent, type SignerRole } from '#domain/forms/signer-roles.ts';
import { declineOf, type SignerEvent } from './decline-of.ts';

/** A signer of a form, as far as their words are told. */
type Signer = {
  readonly role: SignerRole;
  readonly name: string;
  /** their place */
  readonly order: number;
  readonly state: string;
};

/** The signers of a version, and the events among which their words are. */
export type ParentsAround = {
  readonly signers: readonly Signer[];
  readonly events: readonly SignerEvent[];
  /** the version */
  readonly consentID: string;
};

/** A parent who did not agree, when, and their words. @property at - ISO, by the device where it said */
export type DeclinedParent = { readonly name: string; readonly at: string | null; readonly words: string };

/** The names of the parents who have signed a form that is signed; undefined before. */
export function signedParents({ signers }: Pick<ParentsAround, 'signers'>, signedAt: string | null): string[] | undefined {
  if (signedAt === null) return undefined;
  return signers.filter(({ role, state }) => isParent(role) && state === 'SIGNED').map(({ name }) => name);
}

/** The parents of a form who have said no. */
export function declinedParents({ signers, events, consentID }: ParentsAround): DeclinedParent[] {
  const saidNo = signers.filter(({ role, state }) => isParent(role) && state === 'DECLINED');
  return saidNo.map(({ name, order }) => ({ name, ...declineOf(events, { consentID, order }) }));
}
