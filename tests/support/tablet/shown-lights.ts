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

const inOrder = (pairs: readonly (readonly [string, string])[]): ByName =>
  Object.fromEntries(pairs.toSorted(([one], [other]) => (one < other ? -1 : 1)));
