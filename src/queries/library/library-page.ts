import type { Procedure } from '#domain/library/procedure.ts';
import type { ProcedureStatus } from '#domain/library/procedure-status.ts';
import { paginate } from '#src/offline/local/paginate.ts';

export type ProcedureListFilter = { readonly page: number; readonly search: string; readonly status: ProcedureStatus | 'ALL' };

/** One page of a stored list, paginated as by the server: found by a part of name, acronym or speciality. */
export function pageOfLibrary(procedures: readonly Procedure[], { page, search, status }: ProcedureListFilter) {
  const wanted = search.toLowerCase();
  const found = procedures.filter(
    (each) =>
      (status === 'ALL' || each.status === status) &&
      [each.procedureName, each.procedureAcronym, each.speciality].some((text) => text.toLowerCase().includes(wanted)),
  );
  return paginate(found, page);
}
