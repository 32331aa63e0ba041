import { PAGE_SIZE } from '#domain/limits.ts';
import type { Procedure } from '#domain/procedure.ts';
import type { ProcedureStatus } from '#domain/states.ts';

export type ProcedureListFilter = { readonly page: number; readonly search: string; readonly status: ProcedureStatus | 'ALL' };

/** One page of a list as the server gives it, out of all that is kept: found by a part of name, acronym or speciality. */
export function pageOfLibrary(procedures: readonly Procedure[], { page, search, status }: ProcedureListFilter) {
  const wanted = search.toLowerCase();
  const found = procedures.filter(
    (each) =>
      (status === 'ALL' || each.status === status) &&
      [each.procedureName, each.procedureAcronym, each.speciality].some((text) => text.toLowerCase().includes(wanted)),
  );
  return {
    records: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    page,
    limit: PAGE_SIZE,
    total: found.length,
    pages: Math.ceil(found.length / PAGE_SIZE),
  };
}
