import type { SIDES } from '#domain/base/states.ts';
import type { ConsentProcedure } from './consent.ts';

type Side = (typeof SIDES)[number] | null;

/** Whether somebody chose a side: LEFT, RIGHT or BOTH. */
export function isSided<S extends Side>(side: S): side is Exclude<S, 'NOT_APPLICABLE' | null> {
  return side !== null && side !== 'NOT_APPLICABLE';
}

/** A sentence where a side is planned for a procedure that has none, which would name a side that nobody asked about; else null. */
export function needlessSide({
  procedureName,
  sideRequired,
  side,
}: Pick<ConsentProcedure, 'procedureName' | 'sideRequired' | 'side'>): string | null {
  return !sideRequired && isSided(side) ? `${procedureName} has no side. Take the side away.` : null;
}

/** Where on the body, and with which anaesthetics. */
export type SitePlan = { site: string; anaesthetic: string[] };
type PartSitePlan = { readonly site?: string | undefined; readonly anaesthetic?: readonly string[] | undefined };

/** The library's entry; null as absent. */
type Usual = {
  readonly siteDefault?: string | null | undefined;
  readonly anaestheticDefault?: readonly string[] | null | undefined;
};

/** The site and anaesthetic with which the library's entry starts on a form. */
export function usualOf(library: Usual | undefined): SitePlan {
  return { site: library?.siteDefault ?? '', anaesthetic: [...(library?.anaestheticDefault ?? [])] };
}

/**
 * Site and anaesthetic of one procedure: as planned; what that leaves out is as usual, which is how they stand on the form, or in the
 * library for a procedure that is new on it. A tablet shows what is left out as empty, and has it signed so: there nothing is usual.
 */
export function plannedOrUsual(planned: PartSitePlan, usual: PartSitePlan = {}): SitePlan {
  return { site: planned.site ?? usual.site ?? '', anaesthetic: [...(planned.anaesthetic ?? usual.anaesthetic ?? [])] };
}
