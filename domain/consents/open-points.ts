import * as v from 'valibot';
import { BLOOD_CHOICE, detailedChoices, type ChoicesOfForm, type DetailedChoice } from './choice-details.ts';
import { isReadOnPaper, settledBy } from './later-answers.ts';
import { choiceName } from './choice-in-words.ts';
import { NOT_ANSWERED } from './choice-words.ts';
import { shownChoices } from './shown-choices.ts';
import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import type { FormType } from '#domain/forms/form-types.ts';

/** The record of one account that choices left open on a signed form were talked about. */
export const Talk = v.object({
  /** the account, and its name */
  userID: v.string(),
  name: v.string(),
  /** ISO, and the plain date of it where the organisation is */
  at: v.string(),
  day: v.string(),
  choiceIDs: v.array(v.string()),
  outcome: v.string(),
});
export type Talk = v.InferOutput<typeof Talk>;

/**
 * From the one that is said first. `late`: a tablet brought an answer after the clinician's signature. `unclear`: a tick on paper that nobody
 * can read. `notAsked`: the form does not show it, though it had to. `paper`: the tick may stand on the scan, and nobody has entered it.
 */
const OPEN_POINT_KINDS = ['late', 'discuss', 'unclear', 'notAsked', 'unanswered', 'paper'] as const;

/** A choice that a form leaves open. @property name - as it stands in a sentence; @property words - of a choice that has its own, alone */
export type OpenPoint = {
  readonly id: string;
  readonly title: string;
  readonly name: string;
  readonly kind: (typeof OPEN_POINT_KINDS)[number];
  readonly words?: string;
};

const LEADS: Readonly<Record<OpenPoint['kind'], string>> = {
  late: 'Answered after the clinician signed',
  discuss: 'Wants to talk about',
  unclear: 'Ticked on paper, but cannot be read',
  notAsked: 'Not asked',
  unanswered: NOT_ANSWERED,
  paper: 'Not entered from the paper',
};

/** Choices of this product about which an operation must not begin in doubt, by the ids that every build has given them; others are marked. */
const SAFETY_CHOICES: ReadonlySet<string> = new Set([BLOOD_CHOICE]);

/** Points that a line names; the others are counted. */
const POINTS_NAMED_MOST = 2;

/**
 * The answers of a form as far as something may be open in them.
 *
 * @property talks - those since everybody has signed
 * @property safetyNotShown - the choices about safety that it had to show when it was pinned, and lacks or has without the mark; absent on
 *   forms that were pinned before anybody compared, which keep the light that they have
 */
export type AnsweredForm = ChoicesOfForm & {
  readonly formType: FormType;
  readonly safetyNotShown?: readonly ChoiceDetail[] | null | undefined;
  readonly talks?: readonly (Pick<Talk, 'choiceIDs'> & Partial<Pick<Talk, 'at'>>)[] | undefined;
  /** whether somebody has signed it on paper */
  readonly isOnPaper?: boolean;
};

/**
 * The choices that a form leaves open: those that somebody wants to talk about, and those about safety without an answer, or that it does
 * not show. Lights, lists,
 * cases, confirmations and documents, on the server and on the tablet, all ask this function. A talk that was recorded settles its
 * choices; one that the form does not show counts for nothing.
 */
export function openPointsOf({ formType, talks = [], isOnPaper = false, safetyNotShown, ...form }: AnsweredForm): OpenPoint[] {
  const missed = safetyNotShown ?? [];
  const isMissed = (choice: Pick<DetailedChoice, 'id'>) => missed.some(({ id }) => id === choice.id);
  const shown = detailedChoices(form).map((choice) => (isMissed(choice) ? { ...choice, isSafety: true } : choice));
  const absent = missed.filter(({ id }) => !shown.some((choice) => choice.id === id)).map(notOnForm);
  const open = [...shownChoices(formType, shown), ...absent].flatMap((choice): OpenPoint[] => {
    const kind = absent.includes(choice) ? 'notAsked' : kindOf(choice, isOnPaper);
    if (kind === null || talks.some((talk) => isSettledBy(choice, talk))) return [];
    return [{ id: choice.id, title: choice.title, name: choiceName(choice), kind, ...ownWords(choice, kind) }];
  });
  return open.toSorted((one, other) => OPEN_POINT_KINDS.indexOf(one.kind) - OPEN_POINT_KINDS.indexOf(other.kind));
}

/**
 * The choices that one signer may answer now, after their signature: those that the form leaves open as it was signed, but for those that
 * they have settled since. What another signer has said settles none of theirs.
 */
export function openPointsFor({ laterAnswers, talks: _, ...form }: AnsweredForm, order: number): OpenPoint[] {
  const settled = settledBy(order, laterAnswers);
  return openPointsOf({
    ...form,
    laterAnswers: laterAnswers?.filter((each) => isReadOnPaper(each) && each.signing_order === order),
  }).filter(({ id }) => !settled.has(id));
}

/** Whether it must be talked about: somebody said that they want to, or their tick on paper cannot be read. */
export function mustBeTalkedAbout({ kind }: Pick<OpenPoint, 'kind'>): boolean {
  return kind === 'discuss' || kind === 'unclear';
}

/**
 * The points that are open now: while a form is out, a choice without an answer may still be answered by the person who signs. One that the
 * form does not show cannot.
 */
export function openPointsNow(points: readonly OpenPoint[], { isSigned }: { isSigned: boolean }): readonly OpenPoint[] {
  return isSigned ? points : points.filter((each) => mustBeTalkedAbout(each) || each.kind === 'notAsked');
}

/** The points of each kind that there are, in the order in which they are said. */
export function openPointsByKind(points: readonly OpenPoint[]): OpenPoint[][] {
  return OPEN_POINT_KINDS.map((kind) => points.filter((each) => each.kind === kind)).filter((ofKind) => ofKind.length > 0);
}

/**
 * `Wants to talk about: blood transfusion`, of points of one kind; own words stand alone behind it.
 *
 * @param most - points named; the others are counted
 */
export function openPointLine(ofKind: readonly OpenPoint[], most = POINTS_NAMED_MOST): string {
  const named = ofKind.slice(0, most);
  const plain = named.filter(({ words }) => words === undefined);
  const [first] = plain;
  const lead = first === undefined ? [] : [`${LEADS[first.kind]}: ${plain.map(({ name }) => name).join(', ')}`];
  const more = ofKind.length > most ? ` and ${ofKind.length - most} more` : '';
  return `${[...lead, ...named.flatMap(({ words }) => words ?? [])].join('. ')}${more}`;
}

/** A sentence a kind, in one line; empty where nothing is open. */
export function openPointsInWords(points: readonly OpenPoint[]): string {
  return openPointsByKind(points)
    .map((ofKind) => openPointLine(ofKind))
    .join('. ');
}

/** A point by itself. */
export function openPointWords({ kind, name, words }: Pick<OpenPoint, 'kind' | 'name' | 'words'>): string {
  return words ?? `${LEADS[kind]}: ${name}`;
}

function notOnForm({ id, words }: ChoiceDetail): DetailedChoice {
  return { id, title: words.ask, answer: null };
}

// Of two signers one may have said yes or no, and the other want to talk.
function kindOf(choice: DetailedChoice, isOnPaper: boolean): OpenPoint['kind'] | null {
  const { later = [] } = choice.signed ?? {};
  if (later.some(({ isLate, answer }) => isLate === true && answer !== 'DISCUSS')) return 'late';
  if (choice.answer === 'DISCUSS' || later.some(({ answer }) => answer === 'DISCUSS')) return 'discuss';
  if (choice.answer === null && choice.tick === 'UNCLEAR') return 'unclear';
  if (choice.answer !== null || !isAboutSafety(choice)) return null;
  return isOnPaper && choice.tick === undefined ? 'paper' : 'unanswered';
}

/** Whether an operation must not begin in doubt about a choice. */
export function isAboutSafety({ id, isSafety }: Pick<DetailedChoice, 'id' | 'isSafety'>): boolean {
  return SAFETY_CHOICES.has(id) || isSafety === true;
}

// Nobody has talked about an answer that came after the talk: the times of both follow each other as they came.
function isSettledBy(
  { id, signed }: DetailedChoice,
  { choiceIDs, at: talkedAt }: Pick<Talk, 'choiceIDs'> & Partial<Pick<Talk, 'at'>>,
): boolean {
  const isAfter = signed?.later.some(({ isLate, at }) => isLate === true && talkedAt !== undefined && at > talkedAt);
  return choiceIDs.includes(id) && isAfter !== true;
}

// A tick may stand on the scan: the words of no answer would say too much.
function ownWords({ words }: DetailedChoice, kind: OpenPoint['kind']): Pick<OpenPoint, 'words'> {
  const own = { late: null, discuss: words?.DISCUSS, unclear: null, notAsked: null, unanswered: words?.NONE, paper: null }[kind];
  return own == null ? {} : { words: own };
}
