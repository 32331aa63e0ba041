import { isParent, type SignerRole } from '#domain/forms/signer-roles.ts';

/** A signer of a form, as far as their words are told. */
type Signer = {
  readonly role: SignerRole;
  readonly name: string;
  /** their place */
  readonly order: number;
  readonly state: string;
};

/** An event of a timeline, as far as it tells of a signer's words. */
type SignerEvent = {
  readonly type: string;
  readonly at: string;
  readonly deviceAt: string | null;
  readonly versionId: string | null;
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
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
  return saidNo.map(({ name, order }) => {
    const event = events.findLast(
      ({ type, versionId, detail }) => type === 'DECLINED' && versionId === consentID && detail['order'] === order,
    );
    const words = [event?.detail['reason'], event?.detail['comments']].filter((each) => typeof each === 'string' && each !== '');
    return { name, at: event === undefined ? null : (event.deviceAt ?? event.at), words: words.join('\n') };
  });
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
  const declined = declinedParents(around).filter(({ words }) => words !== '' && comments.includes(words));
  const rest = declined
    .reduce((left, { words }) => left.replace(words, ''), comments)
    .replaceAll(/\n+/g, '\n')
    .trim();
  const others = around.signers.filter(({ role, state }) => isParent(role) && state !== 'DECLINED');
  const [only] = others;
  const speaker = others.length === 1 && only !== undefined ? only.name : 'The parents';
  return [
    ...declined.map(({ name, words }) => ({ speaker: `${name} added`, text: words })),
    ...(rest === '' ? [] : [{ speaker: `${speaker} added`, text: rest }]),
  ];
}
