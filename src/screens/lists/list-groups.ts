import { LIGHTS } from '#domain/theatre/listed.ts';
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
  const places = new Map<string, TheatreCase[]>();
  for (const each of cases) {
    const key = `${each.date} ${each.theatre ?? ''}`;
    places.set(key, [...(places.get(key) ?? []), each]);
  }
  const groups = [...places].map(([key, found]): ListGroup => {
    const sorted = found.toSorted((one, other) => badness(one) - badness(other));
    return { key, date: found[0]!.date, theatre: found[0]!.theatre, cases: sorted, ready: readyOf(found) };
  });
  return groups.toSorted((one, other) => one.date.localeCompare(other.date) || badness(one.cases[0]!) - badness(other.cases[0]!));
}

/** The number of cases that may begin. */
export function readyOf(cases: readonly TheatreCase[]): number {
  return cases.filter(({ light }) => light === 'GREEN').length;
}

function badness({ light }: TheatreCase): number {
  return LIGHTS.indexOf(light);
}
