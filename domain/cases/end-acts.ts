import { daysBetween, localDate } from '#domain/values/plain-date.ts';
import type { CaseStatus } from '#domain/base/states.ts';
import type { EndKind } from './case-end.ts';

/** An act that ended a case. Several may be on record, as tablets without a network know nothing of each other. */
export type EndAct = {
  readonly id: string;
  readonly kind: EndKind;
  /** plain date */
  readonly on: string;
  /** by the clock of its device as corrected, ISO */
  readonly at: string;
  readonly isUndone: boolean;
};

/** A version of the case, as far as an end depends on it. Times are ISO. */
export type VersionOfEnd = {
  readonly id: string;
  readonly number: number;
  readonly status: CaseStatus;
  readonly createdAt: string;
  /** of its last signature, by the clock of the device as corrected; null for one that is not signed by all */
  readonly signedAt: string | null;
  /** when the server had its last signature, from which it grows old; null as above */
  readonly agesFrom: string | null;
  readonly withdrawnAt: string | null;
};

/** Whether the act was overtaken by the version: signed after the operation, or begun after the close. */
function isOvertaken({ kind, on, at }: EndAct, form: VersionOfEnd | undefined, zone: string): boolean {
  if (form?.signedAt == null) return false;
  if (kind === 'CLOSED') return form.createdAt > at;
  return form.signedAt > at || localDate(Date.parse(form.signedAt), zone) > on;
}

/** The newest version that was ever signed by all and is not recorded in error. */
export function newestSigned(versions: readonly VersionOfEnd[]): VersionOfEnd | undefined {
  return versions
    .filter(({ status, signedAt }) => signedAt !== null && status !== 'VOIDED')
    .toSorted((one, other) => other.number - one.number)[0];
}

/**
 * The act by which a case has ended, whatever the order in which acts arrived; undefined for a case that goes on. That it was done outweighs
 * that it was closed; of several operations the last one counts, and of several acts about it the first. An act that was undone, or that a
 * newer form has overtaken, counts no more.
 *
 * @param zone - IANA name, where the organisation is
 */
export function currentEndOf<A extends EndAct>(
  acts: readonly A[],
  versions: readonly VersionOfEnd[],
  zone: string,
): A | undefined {
  const form = newestSigned(versions);
  const weight = ({ kind }: EndAct) => (kind === 'DONE' ? 1 : 0);
  return acts
    .filter((act) => !act.isUndone && !isOvertaken(act, form, zone))
    .toSorted(
      (one, other) =>
        weight(other) - weight(one) || compare(other.on, one.on) || compare(one.at, other.at) || compare(one.id, other.id),
    )[0];
}

type Operation = {
  /** plain date */
  readonly on: string;
  /** the act by which it was recorded, ISO */
  readonly at: string;
  /** IANA name */
  readonly zone: string;
  readonly lapseAfterDays: number;
};

/** The version by which an operation was done; undefined where none was in force: none signed by then, or taken back or lapsed before it. */
export function versionInForceAt(
  versions: readonly VersionOfEnd[],
  { on, at, zone, lapseAfterDays }: Operation,
): VersionOfEnd | undefined {
  const dayOf = (moment: string) => localDate(Date.parse(moment), zone);
  const signed = versions.filter(({ signedAt }) => signedAt !== null && signedAt <= at && dayOf(signedAt) <= on);
  const newest = newestSigned(signed);
  if (newest?.signedAt == null) return undefined;
  const { signedAt, agesFrom, withdrawnAt } = newest;
  if (withdrawnAt !== null && (withdrawnAt <= at || dayOf(withdrawnAt) < on)) return undefined;
  return daysBetween(dayOf(agesFrom ?? signedAt), on) > lapseAfterDays ? undefined : newest;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
