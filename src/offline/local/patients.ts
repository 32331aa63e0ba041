import type { Output } from '#contract/calls.ts';
import { isCopyBest } from '#contract/engine/retry.ts';
import type { PatientStatus } from '#domain/base/states.ts';
import { likelyDuplicates } from '#domain/patients/likely-duplicates.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { cardOf, type PatientCard } from '#store/entities/search-pages.ts';
import type { CaseSummaryView, CaseView } from '#store/views/case.ts';
import { readCasesOfPatient } from '#store/views/cases.ts';
import { standsOn } from '#store/views/survivors.ts';
import { saveCopies } from '#store/sync/pull.ts';
import { lastPulledAt, lastSyncedAt, type CachedCopy } from '#store/session/freshness.ts';
import {
  createUnsentReader,
  isPatientBlocked,
  readPatient,
  type LocalPatient,
  type UnsentPatient,
} from '#store/views/patients.ts';
import { StorageFull } from '#store/session/quota.ts';
import { nullIfUnreadable } from '#store/crypto/seal.ts';
import { servedFromCache, type LocalContext, type ServedFromCache, type ServerAnswer } from './context.ts';
import { paginate } from './paginate.ts';

export type PatientListFilter = { readonly page: number; readonly search: string; readonly status: PatientStatus | 'ALL' };

/** One patient of a list; `isUnsent` while some of it is on this device alone. */
export type PatientListRow = PatientCard & { readonly isUnsent: boolean };

export type PatientPage = Omit<Output<'patientGet'>['data'], 'records'> & {
  readonly records: readonly PatientListRow[];
  /** null when the server answered */
  readonly servedFromCache: ServedFromCache | null;
};

/** One patient with the cases, newest first; `isBlocked`: a person must look at an op of it first. */
export type PatientDetails = {
  readonly patient: Patient;
  readonly records: readonly CaseSummaryView[];
  /** records that may be of the same person; none where the server did not answer, as a decision may be there alone */
  readonly alike: NonNullable<ServerDetails['alike']>;
  readonly isUnsent: boolean;
  readonly isBlocked: boolean;
  /** null when the server answered */
  readonly servedFromCache: ServedFromCache | null;
};

/** Somebody who may be the same person as a new patient. */
export type LocalDuplicate = Pick<Output<'patientCreate'>['data']['possibleDuplicates'][number], 'reason'> & {
  readonly patient: PatientCard;
};

type ServerDetails = Output<'patientGetDetails'>['data'];
type ServerPage = Output<'patientGet'>['data'];

/** Patients of this device. */
export function localPatients(local: LocalContext) {
  const context = { ...local, readUnsent: unsentById(local) };
  return {
    details: (id: string, answer: ServerAnswer<ServerDetails>) => readDetails(context, id, answer),
    page: (filter: PatientListFilter, answer: ServerAnswer<ServerPage>) => readPage(context, filter, answer),
    search: (text: string, limit: number) => search(context, text, limit),
    duplicatesOf: (patient: PatientCard) => findDuplicates(context, patient),
    refreshCard: (id: string) => refreshCard(context, id),
  };
}

/** One patient: the server's answer with this device's unsent changes on top, or without the server this device's own copy. */
async function readDetails(
  context: LocalContext,
  id: string,
  { data, failure }: ServerAnswer<ServerDetails>,
): Promise<PatientDetails> {
  const { store } = context;
  if (data !== null) await cachePatients(context, [data.patient]);
  const row = await nullIfUnreadable(readPatient(store, id));
  const isUnsent = row?.state === 'unsent';
  // Not known to the server: a copy of this device is shown only when the server has never had it.
  const isGone = !isCopyBest(failure) && !(isUnsent && row.patient.version === 0);
  if (data === null && (row === null || isGone)) throw failure;
  const cases = await readCasesOfPatient(store, [id, ...(await mergedInto(context, id))]);
  const shown = data === null ? cases : cases.filter(({ consents }) => consents.some(({ local }) => local?.isUnsent === true));
  const own = shown.map(({ record }) => record);
  const others = (data?.records ?? []).filter(({ recordID }) => !own.some((each) => each.recordID === recordID));
  // One of the two exists: the case of neither has thrown above.
  const patient = row !== null && (isUnsent || data === null) ? row.patient : (data as ServerDetails).patient;
  const copies: CachedCopy[] = [{ table: 'patients', id }, ...cases.flatMap(versionsOf)];
  return {
    patient,
    records: [...own, ...others],
    alike: data?.alike ?? [],
    isUnsent,
    isBlocked: isUnsent && (await isPatientBlocked(store, id)),
    servedFromCache: data === null ? servedFromCache(await lastSyncedAt(store, copies), failure) : null,
  };
}

/** The records of this device that are merged into this one, directly or through others. */
async function mergedInto({ cards }: LocalContext, id: string): Promise<string[]> {
  await cards.open();
  return cards.merged().flatMap((card) => (standsOn(card, cards.find).patient.id === id && card.id !== id ? [card.id] : []));
}

/**
 * One page of the patients; patients that only this device has come on top of the first page.
 *
 * @throws the failure of the call when this device was never in sync and has no patient: an empty list would claim that there is none
 */
async function readPage(
  context: PatientsContext,
  filter: PatientListFilter,
  { data: serverPage, failure }: ServerAnswer<ServerPage>,
): Promise<PatientPage> {
  const { store } = context;
  await context.cards.open();
  await cachePatients(context, serverPage?.records ?? []);
  const unsent = await context.readUnsent();
  const all = await searchCards(context, unsent, { text: filter.search, limit: Number.POSITIVE_INFINITY });
  const found = all.filter(({ status }) => filter.status === 'ALL' || status === filter.status);
  if (serverPage === null) {
    if (context.cards.size() === 0 && (await lastPulledAt(store)) === null) throw failure;
    const page = paginate(found, filter.page);
    const shown = page.records.map(({ id }) => ({ table: 'patients', id }) as const);
    const records = page.records.map((card) => rowOf(card, unsent.has(card.id)));
    return { ...page, records, servedFromCache: servedFromCache(await lastSyncedAt(store, shown), failure) };
  }
  const isLocalOnly = ({ id }: PatientCard) =>
    unsent.get(id)?.version === 0 && !serverPage.records.some((each) => each.id === id);
  const added = found.filter(isLocalOnly).map((card) => rowOf(card, true));
  const rows = serverPage.records.map((each) => rowOf(unsent.get(each.id)?.card ?? each, unsent.has(each.id)));
  const records = serverPage.page === 1 ? [...added, ...rows] : rows;
  return { ...serverPage, records, total: serverPage.total + added.length, servedFromCache: null };
}

/** Patients by the server's own rule: every word somewhere, names that begin with one first. */
async function search(context: PatientsContext, text: string, limit: number): Promise<PatientListRow[]> {
  await context.cards.open();
  const unsent = await context.readUnsent();
  return (await searchCards(context, unsent, { text, limit })).map((card) => rowOf(card, unsent.has(card.id)));
}

/** Likely duplicates of a new patient among the cards. */
async function findDuplicates({ cards }: LocalContext, patient: PatientCard): Promise<LocalDuplicate[]> {
  await cards.open();
  const { nhsNumber, hospitalNumber, dateOfBirth } = patient;
  const alike = [nhsNumber, hospitalNumber, dateOfBirth].flatMap((each) =>
    each === null ? [] : cards.search(each, MAX_NEAR_CARDS),
  );
  return likelyDuplicates(patient, [...new Map(alike.map((card) => [card.id, card])).values()]);
}

/** Upper bound for the number of cards that share one number or birth date. */
const MAX_NEAR_CARDS = 500;

/** Updates the search card after a change. @returns the patient of this device, null when there is none */
async function refreshCard({ store, cards }: LocalContext, id: string): Promise<LocalPatient | null> {
  const row = await nullIfUnreadable(readPatient(store, id));
  if (row !== null) cards.put(cardOf(row.patient));
  return row;
}

function versionsOf({ consents }: CaseView): CachedCopy[] {
  return consents.map(({ consentID }) => ({ table: 'consents', id: consentID }));
}

function rowOf(card: PatientCard, isUnsent: boolean): PatientListRow {
  return { ...cardOf(card), isUnsent };
}

/** Stores patients that the server has just shown, for the next time without it. A full tablet shows them all the same. */
async function cachePatients({ store, cards }: LocalContext, patients: readonly Patient[]): Promise<void> {
  const copies = patients.map((data) => ({ entity: 'patient', id: data.id, version: data.version, data }) as const);
  await saveCopies(store, copies, cards).catch((failure: unknown) => {
    if (!(failure instanceof StorageFull)) throw failure;
  });
}

type UnsentById = ReadonlyMap<string, UnsentPatient>;

/** `readUnsent`: the unsent patients by id. */
type PatientsContext = LocalContext & { readonly readUnsent: () => Promise<UnsentById> };

async function searchCards(
  context: LocalContext,
  unsent: UnsentById,
  { text, limit }: { readonly text: string; readonly limit: number },
): Promise<PatientCard[]> {
  const { cards } = context;
  const found = cards.search(text, limit);
  // A card without a record number that is not unsent any more is stale: the server has numbered the patient, or the op was
  // discarded.
  const stale = found.filter(({ id, recordID }) => recordID === null && !unsent.has(id));
  for (const { id } of stale) if ((await refreshCard(context, id)) === null) cards.remove(id);
  return stale.length === 0 ? found : cards.search(text, limit);
}

/** A reader of the unsent patients. Other tabs may have written them, so the cards are updated as well. */
function unsentById({ store, cards }: LocalContext): () => Promise<UnsentById> {
  const read = createUnsentReader(store);
  return async () => {
    const unsent = new Map((await read()).map((each) => [each.card.id, each]));
    for (const [id, { card }] of unsent) if (cards.find(id) !== card) cards.put(card);
    return unsent;
  };
}
