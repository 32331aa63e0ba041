import { counted } from '#domain/base/counted.ts';
import { GILLICK_POINTS, type Child, type GillickAssessment, type GillickPoint, type SecondAssessment } from './child.ts';
import { courtOrderInWords, type CourtOrder } from './court-order.ts';
import type { Disagreement, DisagreementDraft, Family } from './family.ts';
import type { ORDER_DECISIONS } from './court-order.ts';
import { AGREEMENT_WORDS, ANSWERED_HOW_WORDS, ORDER_WORDS, RESPONSIBILITY_WORDS } from './parent-words.ts';
import type { Parent } from './parent.ts';
import type { DeclinedParent } from './parents-words.ts';
import { needsTwoAssessors } from '#domain/forms/age-at-signing.ts';
import { longTime } from '#domain/values/plain-date.ts';
import { composedList } from '#domain/values/composed.ts';

/** One field in words, as page, case and PDF show it. */
export type FamilyLine = {
  readonly label: string;
  readonly text: string;
  readonly isBoxed?: true;
  /** Between the child and the staff: no page of an adult shows it (rule C16). */
  readonly isChildsOwn?: true;
  /** The wish that parents do not know, which comes before everything. */
  readonly isSecret?: true;
};

export const BASIS_WORDS: Readonly<Record<NonNullable<Family['basis']>, string>> = {
  PARENT: 'A parent, or another adult with responsibility',
  CHILD: 'The child',
  COURT: 'A court',
};
export const LOOKED_AFTER_WORDS: Readonly<Record<NonNullable<Family['lookedAfter']>, string>> = {
  NO: 'No',
  SECTION_20: 'Yes, with the parents’ agreement (section 20)',
  ORDER: 'Yes, by a court order',
  UNKNOWN: 'Not known',
};
export const OUTCOME_WORDS: Readonly<Record<Disagreement['outcome'], string>> = {
  NOT_SETTLED: 'Not settled yet',
  AGREED: 'The adults now agree',
  ONE_SUFFICES: 'The consent of one adult is enough',
  COURT_ORDER: 'A court has decided',
  NOT_GOING_AHEAD: 'The treatment does not go ahead',
};
export const GILLICK_POINT_WORDS: Readonly<Record<GillickPoint, string>> = {
  treatment: 'Understands the treatment',
  risks: 'Understands the risks',
  alternatives: 'Understands the other choices, also no treatment',
  weighs: 'Can weigh this up',
  free: 'Decides freely',
};
export const COURT_DECISION_WORDS: Readonly<Record<(typeof ORDER_DECISIONS)[number], string>> = {
  TREAT: 'For the treatment',
  DO_NOT_TREAT: 'Against the treatment',
};
export const GILLICK_WORDS = {
  true: 'Can decide (Gillick competent)',
  false: 'Cannot decide (not Gillick competent)',
} as const;
export const TELL_PARENTS_WORDS: Readonly<Record<Child['tellParents'], string>> = {
  YES: 'Yes',
  NO: 'No',
  NOT_ASKED: 'Not asked',
};

type Shown = {
  /** whole years */
  readonly age: number;
  /** IANA name */
  readonly zone: string;
  /** the adults who have said no since the form was sent; absent before */
  readonly declined?: readonly DeclinedParent[];
  /** the names of the adults who have signed, once the form is signed; undefined before: what is planned is told then */
  readonly signed?: readonly string[] | undefined;
};

/** The family's part in words: what comes before the adults, each adult by name, and the rest. */
export type FamilyParts = {
  readonly before: readonly FamilyLine[];
  readonly adults: readonly { readonly title: string; readonly lines: readonly FamilyLine[] }[];
  readonly after: readonly FamilyLine[];
};

/**
 * The family's part in words, without addresses; parts that are empty are left out. The child's wish that parents do not know comes
 * first, then the child's no, boxed.
 */
export function familyLines(family: Family, shown: Shown): FamilyLine[] {
  const { before, adults, after } = familyParts(family, shown);
  return [...before, ...adults.flatMap(({ title, lines }) => [...written([row('Adult', title)]), ...lines]), ...after];
}

/** The lines of {@link familyLines} with each adult by themselves. */
export function familyParts(family: Family, { age, zone, declined = [], signed }: Shown): FamilyParts {
  const { basis, parents, lookedAfter, needsAllAdults, disagreement, child } = family;
  const before: FamilyLine[] = [];
  if (child?.tellParents === 'NO')
    before.push({
      ...row('Private', 'The child does not want parents to know. Send no mail, link or copy to them.'),
      isSecret: true,
      isChildsOwn: true,
    });
  if (child?.agreement === 'DISAGREES')
    before.push({ ...row('The child said no', noteOr(child.note, 'No note')), isBoxed: true });
  before.push(row('Age', counted(age, 'year')));
  if (basis !== null) before.push(row('Who decides', BASIS_WORDS[basis]));
  if (lookedAfter !== null) before.push(row('Looked after by the local authority', LOOKED_AFTER_WORDS[lookedAfter]));
  if (needsAllAdults) before.push(row('Who must agree', 'All adults: nobody decides alone'));
  return {
    before: written(before),
    adults: parents.map((parent) => ({
      title: adultWords(parent),
      lines: written(parentLines(parent, { declined, signed, zone })),
    })),
    after: written([
      ...(disagreement === null ? [] : disagreementLines(disagreement, zone)),
      ...(child === null ? [] : childLines(child, { age, zone })),
    ]),
  };
}

function written(lines: readonly FamilyLine[]): FamilyLine[] {
  return lines.filter(({ text }) => text !== '');
}

function adultWords({ name, relation, under16 }: Parent): string {
  return joined([name, relation, under16 ? 'under 16' : '']);
}

function parentLines(
  parent: Parent,
  { declined, signed, zone }: Required<Pick<Shown, 'declined' | 'zone'>> & Pick<Shown, 'signed'>,
): FamilyLine[] {
  const { name, responsibility, detail, order, signs, answer, answeredHow, note } = parent;
  const how = answeredHow === null ? '' : `, answered ${ANSWERED_HOW_WORDS[answeredHow]}`;
  const no = signs ? declined.find((each) => each.name === name) : undefined;
  const outcome = signed === undefined ? 'Signs this form' : signed.includes(name) ? 'Signed' : 'Did not sign';
  const signing = no === undefined ? outcome : joined(['Did not agree', no.at === null ? '' : longTime(no.at, zone)]);
  return [
    row('Parental responsibility', responsibility === null ? '' : RESPONSIBILITY_WORDS[responsibility]),
    row('Detail', detail),
    row('Order', order === null ? '' : orderWords(order)),
    row('Answer', signs ? signing : `${AGREEMENT_WORDS[answer]}${how}`),
    row('Note', note),
  ];
}

function orderWords({ kind, ...order }: NonNullable<Parent['order']>): string {
  return joined([kind === null ? '' : ORDER_WORDS[kind], courtOrderInWords(order)]);
}

/** Before the author of an outcome. */
export const RECORDED_BY_WORDS = 'Recorded by';

/** The outcome of a disagreement in words; a pinned one names nobody who recorded it. @param zone - IANA name */
export function disagreementLines(
  { outcome, note, courtOrder, recordedBy, at }: DisagreementDraft & Partial<Pick<Disagreement, 'recordedBy' | 'at'>>,
  zone: string,
): FamilyLine[] {
  return [
    row('Disagreement', OUTCOME_WORDS[outcome]),
    row(outcome === 'NOT_SETTLED' ? 'Note' : 'How it was settled', note),
    ...(courtOrder === null ? [] : courtOrderLines(courtOrder)),
    // Until the draft is saved nobody has recorded it; nor does the record of a form say who did.
    ...(!recordedBy || !at ? [] : [row(RECORDED_BY_WORDS, joined([recordedBy, longTime(at, zone)]))]),
  ];
}

/** A court's decision in words. */
export function courtOrderLines(order: CourtOrder): FamilyLine[] {
  const { decision } = order;
  const decided = decision === null ? '' : COURT_DECISION_WORDS[decision];
  return [row('Court order', courtOrderInWords(order)), row('The court decided', decided)];
}

function childLines(child: Child, shown: Shown): FamilyLine[] {
  const { agreement, note, signs, gillick, tellParents, encouraged } = child;
  return [
    row('The child', `${AGREEMENT_WORDS[agreement]}${signs ? ', asked to sign' : ''}`),
    row('Note about the child', agreement === 'DISAGREES' ? '' : note),
    { ...row('Parents may know', TELL_PARENTS_WORDS[tellParents]), isChildsOwn: true },
    { ...row('Encouraged to tell a parent', encouraged === null ? '' : yesNo(encouraged)), isChildsOwn: true },
    ...(gillick === null ? [] : gillickLines(gillick, shown)),
  ];
}

function gillickLines(
  { able, reason, assessor, assessedAt, points, second = null }: GillickAssessment,
  { age, zone }: Shown,
): FamilyLine[] {
  return [
    row('Can the child decide?', able === null ? 'Not judged yet' : GILLICK_WORDS[`${able}`]),
    ...GILLICK_POINTS.map((point) => {
      const answer = points[point];
      return row(GILLICK_POINT_WORDS[point], answer === null ? 'Not answered' : yesNo(answer));
    }),
    row('Reason', reason),
    row('Assessed by', joined([assessor, assessedAt === null ? '' : longTime(assessedAt, zone)])),
    ...(second === null ? [] : secondLines(second, { age, zone })),
  ];
}

/** The warning beside a child between 8 and 12 who decides alone. */
export const FEW_CHILDREN_WORDS = 'Few children of this age can decide this alone';

function secondLines({ able, reason, points, name, at }: SecondAssessment, { age, zone }: Shown): FamilyLine[] {
  const noes = GILLICK_POINTS.filter((point) => !points[point]).map((point) => GILLICK_POINT_WORDS[point]);
  return [
    ...(needsTwoAssessors(age) ? [row('Warning', FEW_CHILDREN_WORDS)] : []),
    row('Second assessor: can the child decide?', GILLICK_WORDS[`${able}`]),
    row('Second assessor: points', noes.length === 0 ? 'All five: Yes' : `No: ${noes.join('; ')}`),
    row('Second assessor: reason', reason),
    row('Second assessor', joined([name, longTime(at, zone)])),
  ];
}

function row(label: string, text: string): FamilyLine {
  return { label, text };
}

function noteOr(note: string, other: string): string {
  return note === '' ? other : note;
}

function yesNo(answer: boolean): string {
  return answer ? 'Yes' : 'No';
}

function joined(texts: readonly string[]): string {
  return composedList(
    texts.filter((text) => text !== ''),
    ', ',
  );
}
