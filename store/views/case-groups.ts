import type { PatientCard } from '#store/entities/search-pages.ts';
import { toCaseView, type CaseView, type ListingView } from './case.ts';
import type { ConsentView } from './consent.ts';
import { compareIds } from './compare-ids.ts';
import { standsOn, type FindPatient } from './survivors.ts';

type PatientVersion = { readonly consent: ConsentView; readonly patient: PatientCard };

/** The cases of these versions, by their id, in the order of the versions. */
export function versionsByCase<V extends PatientVersion>(versions: readonly V[]): ReadonlyMap<string, [V, ...V[]]> {
  const cases = new Map<string, [V, ...V[]]>();
  for (const version of versions) {
    const id = version.consent.recordID;
    const others = cases.get(id);
    if (others === undefined) cases.set(id, [version]);
    else others.push(version);
  }
  return cases;
}

/** Builds cases with their listings, the newest change first; those of a merged record on the record in use. */
export function caseViews(
  cases: ReadonlyMap<string, [PatientVersion, ...PatientVersion[]]>,
  listings: ReadonlyMap<string, ListingView>,
  find: FindPatient,
): CaseView[] {
  return [...cases]
    .flatMap(([recordID, versions]) => {
      const consents = versions.map(({ consent }) => consent);
      return toCaseView(consents, standsOn(versions[0].patient, find), listings.get(recordID)) ?? [];
    })
    .toSorted(
      ({ record: one }, { record: other }) =>
        Date.parse(other.updatedAt) - Date.parse(one.updatedAt) || compareIds(one.recordID, other.recordID),
    );
}
