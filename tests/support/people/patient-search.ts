import { preparePatientSearch, type PatientSearch } from '#store/entities/search.ts';
import type { Store } from '#store/session/store.ts';

/** Search over the patients of a vault, with all cards open. */
export async function openPatientSearch(store: Store): Promise<PatientSearch> {
  const search = preparePatientSearch(store);
  await search.open();
  return search;
}
