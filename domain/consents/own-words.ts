import { composed } from '#domain/values/composed.ts';
import * as v from 'valibot';
import { ROLE_RULES, type CommentsOf, type SignerRole } from '#domain/forms/signer-roles.ts';

/**
 * The kinds of own words: what matters, a comment at the signature, why somebody did not agree, a question and its answer, why a consent was
 * taken back.
 */
export const OWN_WORDS_KINDS = ['MATTERS', 'COMMENT', 'DECLINE', 'QUESTION', 'ANSWER', 'WITHDRAWAL'] as const;
export type OwnWordsKind = (typeof OWN_WORDS_KINDS)[number];

/** Words of one person about a version; they are never joined with those of another. */
export const OwnWords = v.object({
  kind: v.picklist(OWN_WORDS_KINDS),
  /** the place of the signer; null for staff, and where a form of before does not tell who it was */
  signing_order: v.nullable(v.number()),
  speaker: v.string(),
  text: v.string(),
  /** ISO; null where a form of before does not tell */
  at: v.nullable(v.string()),
});
export type OwnWords = v.InferOutput<typeof OwnWords>;

/** The comments of a version by groups of signers, as servers and tablets of the build before have them. */
export type GroupedComments = Readonly<Record<CommentsOf, string>>;

type Speaker = { readonly order: number; readonly role: SignerRole; readonly name: string };

type StoredWords = {
  /** the words that have a speaker, in order; `userName`: of a member of staff */
  readonly spoken: readonly (Omit<OwnWords, 'speaker'> & { readonly userName: string | null })[];
  readonly comments: GroupedComments;
  readonly signers: readonly Speaker[];
  /** the comments in signatures that count; `order` null in one from before places were stored */
  readonly signed: readonly {
    readonly order: number | null;
    readonly role: SignerRole;
    readonly text: string;
    readonly at: string;
  }[];
};

/** The speaker of words of which a form of before tells the group alone. */
const ONE_OF: Readonly<Record<CommentsOf, string>> = {
  patient: 'The patient',
  parents: 'One of the parents',
  interpreter: 'The interpreter',
};
const GROUPS: readonly CommentsOf[] = ['patient', 'parents', 'interpreter'];

/**
 * All words of a version with their speakers, in order. What a server of the build before writes during an update stands in a signature or
 * in its group's text alone, and is not lost: words there without a speaker are those of the only person of the group, else
 * of one of them.
 */
export function ownWordsOf({ spoken, comments, signers, signed }: StoredWords): OwnWords[] {
  const nameAt = (order: number | null) => signers.find((each) => each.order === order)?.name;
  const words: OwnWords[] = spoken.map(({ userName, ...each }) => ({
    ...each,
    speaker: nameAt(each.signing_order) ?? userName ?? ONE_OF.parents,
  }));
  for (const { order, role, text, at } of signed) {
    const signer = signers.find((each) => (order === null ? each.role === role : each.order === order));
    const isSpoken = words.some((each) => each.text === text && each.signing_order === (signer?.order ?? null));
    if (text === '' || signer === undefined || ROLE_RULES[role].comments === null || isSpoken) continue;
    words.push({ kind: 'COMMENT', signing_order: signer.order, speaker: signer.name, text, at });
  }
  return [...words, ...GROUPS.flatMap((group) => leftIn(group, { text: comments[group], words, signers }))];
}

/** The words of a group of which only its text tells. */
function leftIn(
  group: CommentsOf,
  { text, words, signers }: { text: string; words: readonly OwnWords[]; signers: readonly Speaker[] },
): OwnWords[] {
  const ofGroup = signers.filter(({ role }) => ROLE_RULES[role].comments === group);
  const isOfGroup = ({ signing_order: order }: OwnWords) =>
    order === null ? group === 'parents' : ofGroup.some((each) => each.order === order);
  // Whole lines: "No" is also how "No problem with it" begins.
  const left = words
    .filter((each) => isOfGroup(each) && (each.kind === 'COMMENT' || each.kind === 'DECLINE'))
    .reduce((rest, each) => rest.replace(`\n${each.text}\n`, () => '\n'), `\n${text}\n`)
    .trim();
  if (left === '') return [];
  const [only] = ofGroup.length === 1 ? ofGroup : [];
  return [{ kind: 'COMMENT', signing_order: only?.order ?? null, speaker: only?.name ?? ONE_OF[group], text: left, at: null }];
}

/** `hidesChild`: in front of parents, who read nothing that their child wrote beside what is on the form. */
type Reading = { readonly signers: readonly Pick<Speaker, 'order' | 'role'>[]; readonly hidesChild: boolean };

/** Words without those of a child, where parents read them. */
export function withoutChildsWords(words: readonly OwnWords[], { signers, hidesChild }: Reading): OwnWords[] {
  const isChilds = (order: number | null) => signers.some((each) => each.order === order && ROLE_RULES[each.role].isPatient);
  return words.filter(({ signing_order: order }) => !(hidesChild && isChilds(order)));
}

/** The words that a document or page lists together: what matters stands elsewhere. */
export function listedWords(words: readonly OwnWords[], reading: Reading): OwnWords[] {
  return withoutChildsWords(words, reading).filter(({ kind }) => kind !== 'MATTERS');
}

const WHEN: Readonly<Record<OwnWordsKind, string>> = {
  MATTERS: '',
  COMMENT: 'at signing',
  DECLINE: 'did not agree',
  QUESTION: 'asked',
  ANSWER: 'answered',
  WITHDRAWAL: 'took the consent back',
};

/** The title above own words, on pages and documents. */
export const OWN_WORDS_TITLE = 'In their own words';

/** `“We stay with her” (at signing)`: what stands behind the name of the speaker. */
export function quotedWords({ kind, text, at }: Pick<OwnWords, 'kind' | 'text' | 'at'>): string {
  const when = at === null && kind === 'COMMENT' ? '' : WHEN[kind];
  return when === '' ? composed`“${text}”` : composed`“${text}” (${when})`;
}

/** The speaker of what matters to the patient; undefined where staff wrote it, or nobody knows. */
export function speakerOfMatters(words: readonly OwnWords[], mattersToMe: string): string | undefined {
  return words.findLast(({ kind, text }) => kind === 'MATTERS' && text === mattersToMe)?.speaker;
}
