import type { Procedure } from '#domain/library/procedure.ts';

/** The procedures whose name, acronym or speciality contains every word typed; names that start with it come first. */
export function matchingProcedures(procedures: readonly Procedure[], searchText: string): Procedure[] {
  const words = plain(searchText)
    .split(/\s+/)
    .filter((word) => word !== '');
  const [first = ''] = words;
  return procedures
    .filter(({ procedureName, procedureAcronym, speciality }) => {
      const text = plain(`${procedureName} ${procedureAcronym} ${speciality}`);
      return words.every((word) => text.includes(word));
    })
    .toSorted((a, b) => rank(a, first) - rank(b, first) || a.procedureName.localeCompare(b.procedureName, 'en-GB'));
}

/** How many recent procedures are offered beside the search [choice]. */
const RECENT_MOST = 4;

/**
 * The procedures that this person chose last and may choose now, each once.
 *
 * @param chosen - names, newest first
 */
export function recentProcedures(procedures: readonly Procedure[], chosen: readonly string[]): Procedure[] {
  const known = new Map(procedures.map((each) => [each.procedureName, each]));
  return [...new Set(chosen)].flatMap((name) => known.get(name) ?? []).slice(0, RECENT_MOST);
}

function rank({ procedureName, procedureAcronym }: Procedure, first: string): number {
  if (plain(procedureName).startsWith(first)) return 0;
  return plain(procedureAcronym).startsWith(first) ? 1 : 2;
}

// Case and accents must not hide a procedure from the search.
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase('en-GB');
}
