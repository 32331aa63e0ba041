import type { SIDES } from '#domain/base/states.ts';
import type { ConsentProcedure } from './consent.ts';

type Side = (typeof SIDES)[number] | null;

/** Whether somebody chose a side: LEFT, RIGHT or BOTH. */
export function isSided(side: Side): boolean {
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

type Planned = { readonly site?: string | undefined; readonly anaesthetic?: readonly string[] | undefined };
/** The library's entry; null as absent. */
type Usual = {
  readonly siteDefault?: string | null | undefined;
  readonly anaestheticDefault?: readonly string[] | null | undefined;
};

/** Site and anaesthetic as a tablet shows them: what its call leaves out is empty, and was signed so. */
export function plannedOnTablet({ site = '', anaesthetic = [] }: Planned): { site: string; anaesthetic: string[] } {
  return { site, anaesthetic: [...anaesthetic] };
}

/**
 * Site and anaesthetic of one procedure: as planned; where that says nothing, as they stand on the form, and of a procedure that is new on
 * it as the library has them.
 */
export function plannedOrUsual(
  planned: Planned,
  { onForm, library }: { readonly onForm: Planned | undefined; readonly library: Usual | undefined },
): { site: string; anaesthetic: string[] } {
  const usual: Planned = onForm ?? {
    site: library?.siteDefault ?? undefined,
    anaesthetic: library?.anaestheticDefault ?? undefined,
  };
  return { site: planned.site ?? usual.site ?? '', anaesthetic: [...(planned.anaesthetic ?? usual.anaesthetic ?? [])] };
}
