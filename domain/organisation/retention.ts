import { HOUR } from '#domain/base/limits.ts';
import * as v from 'valibot';

/**
 * For how long records are kept, in whole years, where an organisation lets the product look for records that are due.
 * Source of the defaults: NHS Records Management Code of Practice (NHS England, 2021, appendix II): adult health records 8 years after
 * the person was last seen; children's records until the 25th birthday, or the 26th where treatment ended at 17; 8 years after a death.
 */
export const RETENTION_DEFAULTS = { adultYears: 8, deathYears: 8, childAge: 25 } as const;
/** Years, or years of age, that a rule may name [choice]. */
export const RETENTION_YEARS_MOST = 100;

/**
 * Patients below this age at their last visit count as children. After a last visit in the final year below it, the records are
 * kept one year of age longer (the same source).
 */
export const CHILD_BELOW = 18;
/** After somebody decided to keep a due record, it is proposed again only after so many years [choice]. */
export const KEPT_YEARS = 1;
/** Records that one round of the search for due ones looks at [choice]. */
export const RETENTION_PAGE = 500;
/** Characters of the reason for a hold or a deletion [choice]. */
export const RETENTION_REASON_MOST = 500;

/** Between the approval of a deletion and the deletion: each administrator is told, and may stop it; ms [choice]. */
export const DELETION_WAIT = 72 * HOUR;

/** The times that a rule names. */
const TIMES = ['adultYears', 'deathYears', 'childAge'] as const;
type Times = Pick<RetentionRules, (typeof TIMES)[number]>;

/** Whether a change keeps records for less time than the code of practice says, and than before: two people decide that. */
export function needsSecondPerson(before: Times, after: Times): boolean {
  return TIMES.some((time) => after[time] < before[time] && after[time] < RETENTION_DEFAULTS[time]);
}

/** Whether two rules are the same in every part. */
export function isSameRules(one: RetentionRules, other: RetentionRules): boolean {
  return one.isOn === other.isOn && TIMES.every((time) => one[time] === other[time]);
}

const years = (label: string, least: number, most: number) =>
  v.pipe(
    v.number(`${label} must be a number`),
    v.integer(`${label} must be a whole number`),
    v.minValue(least, `${label} must be at least ${least}`),
    v.maxValue(most, `${label} must be at most ${most}`),
  );

/** The times of one organisation; `isOn`: due records are looked for. */
export const RetentionRules = v.strictObject({
  isOn: v.boolean('On must be true or false'),
  adultYears: years('The years after the last visit', 1, RETENTION_YEARS_MOST),
  deathYears: years('The years after a death', 1, RETENTION_YEARS_MOST),
  childAge: years('The age of a child', CHILD_BELOW, RETENTION_YEARS_MOST),
});
export type RetentionRules = v.InferOutput<typeof RetentionRules>;

/** Why a record is due: so long after the last visit of an adult, after a death, or because a child has grown up. */
export const DUE_REASONS = ['ADULT', 'DEATH', 'CHILD'] as const;
export type DueReason = (typeof DUE_REASONS)[number];

/** The reason of a proposal in words. */
export function dueWords(reason: DueReason, { adultYears, deathYears, childAge }: Omit<RetentionRules, 'isOn'>): string {
  if (reason === 'DEATH') return `Recorded as deceased, and nothing was added for ${deathYears} years`;
  if (reason === 'CHILD') return `A child at the last visit, who has passed the age of ${childAge}`;
  return `Nothing was added for ${adultYears} years`;
}

/** PROPOSED by the search; CONFIRMED by one person, and waiting for another; APPROVED, and deleted once the wait is over; KEPT by somebody with a reason. */
export const PROPOSAL_STATES = ['PROPOSED', 'CONFIRMED', 'APPROVED', 'KEPT'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

const Person = v.strictObject({ id: v.string(), name: v.string(), at: v.string() });

/**
 * The remains of a deleted record. They name no patient: chains are listed by their ids alone, which nothing refers to any more,
 * and digests are under the server's key, so that nobody can try values out.
 */
export const DeletionCertificate = v.strictObject({
  id: v.string(),
  at: v.string(),
  why: v.picklist(DUE_REASONS),
  /** plain date */
  dueOn: v.string(),
  rules: v.strictObject({ adultYears: v.number(), deathYears: v.number(), childAge: v.number() }),
  confirmed: Person,
  approved: Person,
  /** rows by the name of their table, with a keyed digest over them */
  kinds: v.array(v.strictObject({ kind: v.string(), count: v.number(), digest: v.string() })),
  /** the ends of the chains that went with it */
  chains: v.array(
    v.strictObject({ chain: v.picklist(['TIMELINE', 'PATIENT']), id: v.string(), length: v.number(), head: v.string() }),
  ),
});
export type DeletionCertificate = v.InferOutput<typeof DeletionCertificate>;
