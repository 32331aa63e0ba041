import { isSameName } from '#domain/values/same-identity.ts';
import { isParent } from '#domain/forms/signer-roles.ts';

/** The flat detail of an event, as the timeline stores it. */
type Detail = Record<string, string | number | boolean | null>;

/** The fields of a timeline event by which answers are found. */
type AnswerEvent = {
  readonly at: string;
  readonly type: string;
  readonly versionId: string | null;
  readonly actor: { readonly role: string; readonly name: string };
  readonly detail: Detail;
};

/** The pages of the form that can hold the answer to a question of understanding. */
export const UNDERSTANDING_TOPICS = ['PLAN', 'BENEFITS', 'RISKS', 'OTHER'] as const;
export type UnderstandingTopic = (typeof UNDERSTANDING_TOPICS)[number];

/** Questions that one procedure may have. */
export const QUESTIONS_MOST = 3;
/** Questions of one form, whatever the number of its procedures: about ten seconds each, a minute in all [choice]. */
export const FORM_QUESTIONS_MOST = 6;
/** Answers to one question: after the second one the form goes on. */
export const TRIES_MOST = 2;

/** A question about the explanation, asked of the signer; `place`: the page that a wrong answer opens again. */
export type UnderstandingQuestion = {
  readonly id: string;
  readonly question: string;
  readonly options: readonly string[];
  /** the place of the right option, from 0 */
  readonly right: number;
  readonly place: UnderstandingTopic;
};

/** The questions of one procedure on a form. */
export type ProcedureQuestions = {
  readonly procedureID: string;
  readonly procedureName: string;
  readonly questions: readonly UnderstandingQuestion[];
};

/** One answer; `option` is null for "I would rather not answer". */
export type UnderstandingAnswer = { readonly id: string; readonly option: number | null };

/**
 * The questions of a form: each procedure once, however many sides it is planned for, and at most {@link FORM_QUESTIONS_MOST} in all. The
 * first question of each procedure comes before the second of any. An answer names its question by the id alone, so that questions of two
 * procedures with the same id are left out: an answer could be judged by the other one's words.
 */
export function questionsOfForm(procedures: readonly ProcedureQuestions[]): ProcedureQuestions[] {
  const once = procedures.filter(
    ({ procedureID }, at) => procedures.findIndex((each) => each.procedureID === procedureID) === at,
  );
  const ids = once.flatMap(({ questions }) => questions.map(({ id }) => id));
  const isUnique = (id: string) => ids.indexOf(id) === ids.lastIndexOf(id);
  const byRank = once.flatMap(({ questions }) =>
    questions.filter(({ id }) => isUnique(id)).map((question, rank) => ({ question, rank })),
  );
  const chosen = new Set(
    byRank
      .toSorted((one, other) => one.rank - other.rank)
      .slice(0, FORM_QUESTIONS_MOST)
      .map(({ question }) => question.id),
  );
  return once
    .map((each) => ({ ...each, questions: each.questions.filter(({ id }) => chosen.has(id)) }))
    .filter(({ questions }) => questions.length > 0);
}

/** Whether a question waits for no more answers: it was answered rightly, skipped, or answered as often as it is asked. */
export function isSettled({ id, right }: UnderstandingQuestion, answers: readonly UnderstandingAnswer[]): boolean {
  const own = answers.filter((each) => each.id === id);
  return own.length >= TRIES_MOST || own.some(({ option }) => option === null || option === right);
}

/**
 * The detail of the event of these answers: for each answer the question, the option in words and whether it was right. An event's
 * detail is flat, so that the members carry the answer's number. Answers to unknown questions are left out.
 */
export function understandingDetail(
  questions: readonly UnderstandingQuestion[],
  answers: readonly UnderstandingAnswer[],
): Detail {
  const known = answers.flatMap(({ id, option }) => {
    const question = questions.find((each) => each.id === id);
    return question === undefined ? [] : [{ question, option }];
  });
  return Object.fromEntries(
    known.flatMap(({ question: { id, question, options, right }, option }, at) => [
      [`id.${at}`, id],
      [`question.${at}`, question],
      [`option.${at}`, option === null ? null : (options[option] ?? null)],
      [`isRight.${at}`, option === null ? null : option === right],
    ]),
  );
}

/** Whether a reader may read how a signer answered: users who sign as the clinician discuss it with the signer [choice]. */
export function mayReadAnswers(permissions: readonly string[]): boolean {
  return permissions.includes('consents.sign');
}

/** An event without its answers, for readers who do not talk to the signer about them; any other event as it is. */
export function withoutAnswers<E extends Pick<AnswerEvent, 'type' | 'detail'>>(event: E): E {
  if (event.type !== 'UNDERSTANDING_CHECKED') return event;
  const rest = Object.entries(event.detail).filter(([key]) => !ANSWER_KEY.test(key));
  return { ...event, detail: Object.fromEntries(rest) };
}

const ANSWER_KEY = /^(?:id|question|option|isRight)\.\d+$/;

/** A question with how it was answered at last; `wrong`: the wrong answers before and at the end, in words. */
export type UnderstandingResult = {
  readonly question: string;
  readonly outcome: 'RIGHT' | 'WRONG' | 'SKIPPED';
  readonly wrong: readonly string[];
};

/** One try of a question, in words; `isRight` null: left. */
type Try = { readonly option: string; readonly isRight: boolean | null };

/** The tries of each question, by its id. */
type Tries = ReadonlyMap<string, { readonly question: string; readonly tries: readonly Try[] }>;

/** The results that an event of answers tells. */
export function understandingResults(event: Pick<AnswerEvent, 'detail'>): UnderstandingResult[] {
  return resultsOf(triesIn(event));
}

function triesIn({ detail }: Pick<AnswerEvent, 'detail'>): Tries {
  const found = new Map<string, { question: string; tries: Try[] }>();
  for (let at = 0; typeof detail[`id.${at}`] === 'string'; at += 1) {
    const id = String(detail[`id.${at}`]);
    const right = detail[`isRight.${at}`];
    const one = { option: String(detail[`option.${at}`] ?? ''), isRight: typeof right === 'boolean' ? right : null };
    found.set(id, { question: String(detail[`question.${at}`] ?? ''), tries: [...(found.get(id)?.tries ?? []), one] });
  }
  return found;
}

/** Earlier tries of one handover with later ones behind them: a page tells all of its visit each time, and after a reload begins anew. */
function withLater(before: Tries, later: Tries, join = joinedTries): Tries {
  const ids = new Set([...before.keys(), ...later.keys()]);
  return new Map(
    [...ids].map((id) => {
      const [one, other] = [before.get(id), later.get(id)];
      const question = (other ?? one)?.question ?? '';
      return [id, { question, tries: join(one?.tries ?? [], other?.tries ?? []) }];
    }),
  );
}

/** The tries of one handover; `handover` is empty where the event is of a build that did not name it. */
type VisitTries = { readonly handover: string; readonly tries: Tries };

/** The visits of a signer with one more event: only within one handover do later answers repeat earlier ones. */
function withVisit(visits: readonly VisitTries[], { handover, tries }: VisitTries): VisitTries[] {
  const at = visits.findIndex((each) => each.handover === handover);
  const before = visits[at];
  if (before === undefined) return [...visits, { handover, tries }];
  return visits.with(at, { handover, tries: withLater(before.tries, tries) });
}

function allTries(visits: readonly VisitTries[]): Tries {
  const none: Tries = new Map();
  return visits.reduce((all, { tries }) => withLater(all, tries, (one, other) => [...one, ...other]), none);
}

function joinedTries(one: readonly Try[], other: readonly Try[]): readonly Try[] {
  if (isBeginning(one, other)) return other;
  return isBeginning(other, one) ? one : [...one, ...other];
}

function resultsOf(tries: Tries): UnderstandingResult[] {
  return [...tries.values()].map(({ question, tries: all }) => {
    const wrong = all.flatMap(({ option, isRight }) => (isRight === false ? [option] : []));
    const last = all.findLast(({ isRight }) => isRight !== null);
    if (last?.isRight === true) return { question, outcome: 'RIGHT', wrong };
    return { question, outcome: all.at(-1)?.isRight === false ? 'WRONG' : 'SKIPPED', wrong };
  });
}

function isBeginning(start: readonly Try[], sequence: readonly Try[]): boolean {
  return start.every(({ option, isRight }, at) => sequence[at]?.option === option && sequence[at]?.isRight === isRight);
}

/** A signer who answered; `order`: the place on the form, '' where the event does not name it. */
type Signer = { readonly role: string; readonly name: string; readonly order: string };
/** The answers of one signer; `at`: of the last. */
export type SignerUnderstanding = Signer & { readonly at: string; readonly results: readonly UnderstandingResult[] };

/**
 * The answers of each signer of a version since it was made ready, in the order of the signers' first answers. No try is overwritten by a
 * later one.
 *
 * @param timeline - in order
 */
export function understandingOf(timeline: readonly AnswerEvent[], versionId: string): SignerUnderstanding[] {
  let found: (Signer & { readonly at: string; readonly visits: readonly VisitTries[] })[] = [];
  for (const event of timeline) {
    if (event.versionId !== versionId) continue;
    if (event.type === 'CONSENT_SENT') found = [];
    if (event.type !== 'UNDERSTANDING_CHECKED') continue;
    const { role, name } = event.actor;
    const order = String(event.detail['signing_order'] ?? '');
    const own = { role, name, order, at: event.at };
    const visit = { handover: String(event.detail['handoverID'] ?? ''), tries: triesIn(event) };
    const index = found.findIndex((each) => isSamePerson(each, own));
    const before = found[index];
    const visits = withVisit(before?.visits ?? [], visit);
    found = before === undefined ? [...found, { ...own, visits }] : found.with(index, { ...own, visits });
  }
  return found.map(({ visits, ...signer }) => ({ ...signer, results: resultsOf(allTries(visits)) }));
}

// Two parents share a role, and a tablet without a network records no names: only the place on the form tells them apart. Of parents
// whose place is unknown none replaces the other, so that no wrong answer disappears.
function isSamePerson(one: Signer, other: Signer): boolean {
  if (one.role !== other.role) return false;
  if (one.order !== '' && other.order !== '') return one.order === other.order;
  return one.name === '' || other.name === '' ? !isParent(one.role) : isSameName(one.name, other.name);
}
