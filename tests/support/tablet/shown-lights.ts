import { NEEDS, type Need } from '#domain/cases/needs.ts';
import type { Store } from '#store/session/store.ts';
import { readComingList } from '#store/views/listed.ts';
import { readNeeds } from '#store/views/needs.ts';
import type { Caller } from '#tests/support/forms/builders.ts';

/** Texts by the names of patients, for instance lights as `AMBER: Nobody has signed yet`. */
export type ByName = Readonly<Record<string, string>>;

/** The lights of a day's list as the server gives them. @param day - plain date */
export async function serverLightsOf(staff: Caller, day: string): Promise<ByName> {
  const { data } = await staff.call('patientListed', { startDate: day, endDate: day });
  return inOrder(data.map(({ patient, light, reason }) => [patient.lastName, `${light}: ${reason}`]));
}

/** The lights as a tablet gives them. @throws Error where it cannot show all */
export async function tabletLightsOf(store: Store, day: string): Promise<ByName> {
  const { rows, hidden } = await readComingList(store, day);
  if (hidden > 0) throw new Error(`${hidden} cases cannot be shown`);
  return inOrder(rows.map(({ patient, light, reason }) => [patient.lastName, `${light}: ${reason}`]));
}

/** All that waits for the clinician, as a tablet says. */
export async function tabletNeedsOf(store: Store): Promise<ByName> {
  const { rows } = await readNeeds(store, store.env.now());
  const names = [...new Set(rows.map(({ patient }) => patient.lastName))];
  const needsOf = (name: string) => rows.filter(({ patient }) => patient.lastName === name).map(({ need }) => need);
  return inOrder(names.map((name) => [name, needsOf(name).join(' and ')]));
}

/** A line of the needs with all that it shows but the patient and the procedure. */
export type NeedLine = Readonly<Record<string, unknown>> & { readonly need: Need; readonly recordID: string };

/** The lines of a person's needs as the server gives them. */
export async function serverNeedLinesOf(staff: Caller): Promise<NeedLine[]> {
  const lines: NeedLine[] = [];
  for (let page = 1; ; page += 1) {
    const { records, pages } = (await staff.call('recordNeeds', { page, limit: 100 })).data;
    for (const { need, more, recordID, caseNumber, question, points, reason, listedOn, updatedAt, taken } of records)
      lines.push({ need, more, recordID, caseNumber, question, points, reason, listedOn, updatedAt, taken });
    if (page >= pages) return lines;
  }
}

/** The same as a tablet gives them. @param now - epoch ms */
export async function tabletNeedLinesOf(store: Store, now: number): Promise<NeedLine[]> {
  const { rows } = await readNeeds(store, now);
  return rows.map(({ patient: _, procedures: __, ...line }) => line);
}

/**
 * The needs once a case that is listed for today, and is not ready, waits as well: each case by the worst of its needs.
 *
 * @param lights - of the day; a matcher in place of a text is of a green one
 */
export function withListedNeeds(needs: ByName, lights: Readonly<Record<string, unknown>>): ByName {
  const listed = Object.entries(lights).flatMap(([name, light]) => {
    const need =
      typeof light !== 'string' || light.includes('Not going ahead') ? undefined : LISTED_NEEDS[light.split(':')[0] ?? ''];
    return need === undefined ? [] : [[name, need] as const];
  });
  const worse = (one: Need, other: string | undefined) =>
    NEEDS.some((need) => need === other && NEEDS.indexOf(need) < NEEDS.indexOf(one)) ? (other ?? one) : one;
  return inOrder(
    Object.entries({ ...needs, ...Object.fromEntries(listed.map(([name, need]) => [name, worse(need, needs[name])])) }),
  );
}

const LISTED_NEEDS: Readonly<Record<string, Need>> = { RED: 'STOP_LISTED', AMBER: 'NOT_READY_SOON' };

const inOrder = (pairs: readonly (readonly [string, string])[]): ByName =>
  Object.fromEntries(pairs.toSorted(([one], [other]) => (one < other ? -1 : 1)));
