import type { ConsentProcedure } from './consent.ts';

/** The acronym to stand behind a procedure's words, ` (PHACO)`; empty where there is none, or the name holds it. */
export function acronymBeside({
  procedureName,
  procedureAcronym,
}: Pick<ConsentProcedure, 'procedureName' | 'procedureAcronym'>): string {
  return procedureAcronym === '' || procedureName.includes(procedureAcronym) ? '' : ` (${procedureAcronym})`;
}
