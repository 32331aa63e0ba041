import type { ConsentProcedure } from '#domain/consents/consent.ts';
import type { DraftFields } from './types.ts';

/** A procedure of a draft that was edited here. */
export type DraftProcedure = NonNullable<DraftFields['procedures']>[number];

/** The fields of a procedure that lists show. */
export type ProcedureSummary = Pick<ConsentProcedure, 'procedureID' | 'libraryVersion' | 'procedureName' | 'side' | 'site'>;

/** The fields of a procedure that lists show, of one on a form. */
export function summarizeProcedure({
  procedureID,
  libraryVersion,
  procedureName,
  side,
  site,
}: ConsentProcedure): ProcedureSummary {
  return { procedureID, libraryVersion, procedureName, side, site };
}

/** The same of one in a draft, which has its name from the library. */
export function draftedProcedure({ procedureID, libraryVersion, side, site }: DraftProcedure): DraftProcedure {
  return {
    procedureID,
    ...(libraryVersion === undefined ? {} : { libraryVersion }),
    ...(side === undefined ? {} : { side }),
    ...(site === undefined ? {} : { site }),
  };
}
