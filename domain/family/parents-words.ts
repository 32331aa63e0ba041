import { isParent, type SignerRole } from '#domain/forms/signer-roles.ts';
import { composed } from '#domain/values/composed.ts';
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

/** The parents of a form who have said no. */
export function declinedParents({ signers, events, consentID }: ParentsAround): DeclinedParent[] {
  const saidNo = signers.filter(({ role, state }) => isParent(role) && state === 'DECLINED');
  return saidNo.map(({ name, order }) => ({ name, ...declineOf(events, { consentID, order }) }));
}

/** A comment of parents with the person who made it: `Ben Demo-Father added`. */
type SpokenComment = { readonly speaker: string; readonly text: string };

/**
 * The comments of the parents of a form, each under the person who made it: those of parents who said no stand in the timeline, and the
 * rest is that of the one who is left. Two who have signed share one text.
 *
 * @param comments - all of them, as they are stored
 */
export function parentComments(comments: string, around: ParentsAround): SpokenComment[] {
  // Whole lines: "No" is also how "No problem with it" begins.
  const lines = `\n${comments}\n`;
  const declined = declinedParents(around).filter(({ words }) => words !== '' && lines.includes(`\n${words}\n`));
  const rest = declined
    .reduce((left, { words }) => left.replace(`\n${words}\n`, () => '\n'), lines)
    .replaceAll(/\n+/g, '\n')
    .trim();
  const others = around.signers.filter(({ role, state }) => isParent(role) && state !== 'DECLINED');
  const [only] = others;
  const speaker = others.length === 1 && only !== undefined ? only.name : 'The parents';
  return [
    ...declined.map(({ name, words }) => ({ speaker: composed`${name} added`, text: words })),
    ...(rest === '' ? [] : [{ speaker: composed`${speaker} added`, text: rest }]),
  ];
}
