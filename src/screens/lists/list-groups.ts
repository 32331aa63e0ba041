import { LIGHTS } from '#domain/theatre/theatre-light.ts';
import { isDoneRow } from './done-rows.ts';
import type { TheatreCase } from '#src/queries/theatre.ts';

/** The cases of one place on one day. */
export type ListGroup = {
  readonly key: string;
  /** plain date */
  readonly date: string;
  readonly theatre: string | null;
  readonly cases: readonly TheatreCase[];
  readonly ready: number;
};

/** The days in their order; on a day the place with the worst case first; there the worst first, then by name as the server gives them. */
export function listGroups(cases: readonly TheatreCase[]): ListGroup[] {
  const lists = new Map<string, Pick<ListGroup, 'date' | 'theatre'> & { readonly found: TheatreCase[] }>();
  for (const each of cases) {
    const key = `${each.date} ${each.theatre ?? ''}`;
    const list = lists.get(key);
    if (list === undefined) lists.set(key, { date: each.date, theatre: each.theatre, found: [each] });
    else list.found.push(each);
  }
  const groups = [...lists].map(([key, { date, theatre, found }]): ListGroup & { readonly worst: number } => {
    const sorted = found.toSorted((one, other) => badness(one) - badness(other));
    return { key, date, theatre, cases: sorted, ready: readyOf(found), worst: Math.min(...found.map(badness)) };
  });
  return groups
    .toSorted((one, other) => one.date.localeCompare(other.date) || one.worst - other.worst)
    .map(({ worst: _, ...group }) => group);
}

/** The number of cases that may begin. */
export function readyOf(cases: readonly TheatreCase[]): number {
  return cases.filter((each) => each.light === 'GREEN' && !isDoneRow(each)).length;
}

/** Operations that were done stand last. */
function badness(of: TheatreCase): number {
  return isDoneRow(of) ? LIGHTS.length : LIGHTS.indexOf(of.light);
}
