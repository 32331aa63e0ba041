import { Unreachable } from '#contract/call.ts';
import type { Output } from '#contract/calls.ts';
import type { Patient } from '#domain/patient.ts';
import { foldForSearch } from '#domain/search-text.ts';
import type { Held } from '#src/held/held.ts';
import { cardOf, type Card } from '#store/card-pages.ts';
import type { SeenCase } from '#store/case-view.ts';
import { readCases } from '#store/cases.ts';
import { keepCopies } from '#store/changes.ts';
import { knownAt, type Copy } from '#store/looked.ts';
import { isPatientStopped, readPatient, unsentPatients, type PatientHere } from '#store/patients.ts';
import { StorageFull } from '#store/quota.ts';
import { readable } from '#store/vault/seal.ts';
import type { AskedHere } from './ask-server.ts';
import { pageOf } from './page-of.ts';
import type { Double, PatientDetails, PatientListFilter, PatientPage, PatientRow } from './patients.ts';

type Details = Output<'patientGetDetails'>['data'];
type Page = Output<'patientGet'>['data'];

/** One patient: as the server tells it, with what waits on this tablet on top; without the server as this tablet knows it. */
export async function detailsHere(held: Held, id: string, { told, failure }: AskedHere<Details>): Promise<PatientDetails> {
  const { store } = held;
  if (told !== null) await keepTold(held, [told.patient]);
  const row = await readable(readPatient(store, id));
  const isUnsent = row?.state === 'unsent';
  // Not found there: what this tablet still has of it is not to be shown, unless the server has never had it.
  const isLost = !(failure instanceof Unreachable) && !(isUnsent && row.patient.version === 0);
  if (told === null && (row === null || isLost)) throw failure;
  const cases = await readCases(store, ({ patientID }) => patientID === id);
  const shown = told === null ? cases : cases.filter(({ consents }) => consents.some(({ here }) => here?.isUnsent === true));
  const own = shown.map(({ record }) => record);
  const others = (told?.records ?? []).filter(({ recordID }) => !own.some((each) => each.recordID === recordID));
  // One of the two is there: else it was thrown above.
  const patient = row !== null && (isUnsent || told === null) ? row.patient : (told as Details).patient;
  const isStopped = isUnsent && (await isPatientStopped(store, id));
  return {
    patient,
    records: [...own, ...others],
    isUnsent,
    isStopped,
    here: told === null ? { at: await knownAt(store, [{ table: 'patients', id }, ...cases.flatMap(versionsOf)]) } : null,
  };
}

/** One page of the patients, those that only this tablet has on top of the first. */
export async function pageHere(held: Held, filter: PatientListFilter, told: Page | null): Promise<PatientPage> {
  const { store } = held;
  await keepTold(held, told?.records ?? []);
  const unsent = await unsentHere(held);
  const fits = ({ status }: Card) => filter.status === 'ALL' || status === filter.status;
  const all = await searched(held, unsent, { search: filter.search, most: Number.POSITIVE_INFINITY });
  const found = all.filter(fits);
  if (told === null) {
    const page = pageOf(found, filter.page);
    const shown = page.records.map(({ id }) => ({ table: 'patients', id }) as const);
    return { ...page, here: { at: await knownAt(store, shown) } };
  }
  const isOnlyHere = ({ id }: Card) => unsent.get(id)?.version === 0 && !told.records.some((each) => each.id === id);
  const extra = found.filter(isOnlyHere);
  const records = told.records.map((each) => rowOf(unsent.get(each.id) ?? each, unsent.has(each.id)));
  return { ...told, records: told.page === 1 ? [...extra, ...records] : records, total: told.total + extra.length, here: null };
}

/** As the server finds patients, out of what this tablet knows: every word somewhere, names that begin with one first. */
export async function searchHere(held: Held, search: string, most: number): Promise<PatientRow[]> {
  return searched(held, await unsentHere(held), { search, most });
}

/** Who may be the same person as a new patient, by what this tablet knows: the server's own rule. */
export function doublesHere({ cards }: Held, patient: Card): Double[] {
  const { id, nhsNumber, hospitalNumber, lastName, dateOfBirth } = patient;
  const near = [nhsNumber, hospitalNumber, dateOfBirth].flatMap((each) => (each === null ? [] : cards.search(each, MANY)));
  const others = new Map(near.map((card) => [card.id, card]));
  return [...others.values()]
    .filter((other) => other.id !== id && other.status !== 'MERGED')
    .flatMap((other): Double[] => {
      if (nhsNumber !== null && other.nhsNumber === nhsNumber) return [{ patient: other, reason: 'NHS_NUMBER' }];
      if (hospitalNumber !== null && other.hospitalNumber === hospitalNumber)
        return [{ patient: other, reason: 'HOSPITAL_NUMBER' }];
      const isNamesake = other.dateOfBirth === dateOfBirth && foldForSearch(other.lastName) === foldForSearch(lastName);
      return isNamesake ? [{ patient: other, reason: 'NAME_AND_BIRTH' }] : [];
    })
    .slice(0, 10);
}

/** The patient as this tablet has it after a change, found by searches from now on; null when it is not here. */
export async function notePatient({ store, cards }: Held, id: string): Promise<PatientHere | null> {
  const row = await readable(readPatient(store, id));
  if (row !== null) cards.put(cardOf(row.patient));
  return row;
}

function versionsOf({ consents }: SeenCase): Copy[] {
  return consents.map(({ consentID }) => ({ table: 'consents', id: consentID }));
}

/** More cards than share one number or birth date. */
const MANY = 500;

function rowOf(card: Card, isUnsent: boolean): PatientRow {
  const { id, recordID, firstName, lastName, dateOfBirth, nhsNumber, hospitalNumber, status } = card;
  return { id, recordID, firstName, lastName, dateOfBirth, nhsNumber, hospitalNumber, status, isUnsent };
}

/** What the server has shown can be shown again without it. */
async function keepTold({ store, cards }: Held, patients: readonly Patient[]): Promise<void> {
  const copies = patients.map((data) => ({ entity: 'patient', id: data.id, version: data.version, data }) as const);
  await keepCopies(store, copies, cards).catch((full: unknown) => {
    // Without room it is shown all the same.
    if (!(full instanceof StorageFull)) throw full;
  });
}

type Unsent = ReadonlyMap<string, Patient>;

async function searched(
  held: Held,
  unsent: Unsent,
  { search, most }: { readonly search: string; readonly most: number },
): Promise<PatientRow[]> {
  const { cards } = held;
  // Made here and not waiting any more: since then the server has given it a number, or it was taken back.
  const isOld = ({ id, recordID }: Card) => recordID === null && !unsent.has(id);
  for (const { id } of cards.search(search, most).filter(isOld)) if ((await notePatient(held, id)) === null) cards.remove(id);
  return cards.search(search, most).map((card) => rowOf(card, unsent.has(card.id)));
}

/** What waits to be sent, by id; other tabs have written some of it, so that the cards learn of it here. */
async function unsentHere({ store, cards }: Held): Promise<Unsent> {
  const unsent = new Map((await unsentPatients(store)).map((patient) => [patient.id, patient]));
  for (const patient of unsent.values()) cards.put(cardOf(patient));
  return unsent;
}
