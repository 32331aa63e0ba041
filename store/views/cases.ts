import type { Patient } from '#domain/patients/patient.ts';
import { nullIfUnreadable } from '#store/crypto/seal.ts';
import type { EntityRow } from '#store/db/vault-database.ts';
import { readLibrary } from '#store/entities/library.ts';
import { dropPinned, parsePinned, pinName, type Pinned } from '#store/entities/pinned.ts';
import { cardOf } from '#store/entities/search-pages.ts';
import { decryptEntity, decryptServerCopy } from '#store/entities/types.ts';
import { readProfile } from '#store/session/profile.ts';
import { openSealed } from '#store/session/sealed-kv.ts';
import type { Store } from '#store/session/store.ts';
import { blockedLanes } from './blocked.ts';
import { confirmClockOf } from './confirm-state.ts';
import { caseViews, versionsByCase } from './case-groups.ts';
import type { CaseView } from './case.ts';
import type { ConsentView } from './consent.ts';
import { readConsent, readConsentsOfCase, readConsentsOfPatients, type StoredConsent } from './consents.ts';
import { readListingViews } from './listing.ts';
import { readSameDay } from './same-day.ts';
import { withSurvivors } from './survivors.ts';
import { versionView, type VersionParts } from './version.ts';

/** Reads one case; null when none of it, or not its patient, is on this device. */
export async function readCase(store: Store, recordID: string): Promise<CaseView | null> {
  const [view = null] = await casesOf(store, await readConsentsOfCase(store, recordID));
  if (view?.record.listed == null) return view;
  const sameDay = await readSameDay(store, recordID);
  return sameDay.length === 0 ? view : { ...view, record: { ...view.record, sameDay: [...sameDay] } };
}

/** Reads the cases of a patient's records, the newest change first; none when they are not on this device. @param ids - the patient's, and of the records merged into it */
export async function readCasesOfPatient(store: Store, ids: readonly string[]): Promise<CaseView[]> {
  return casesOf(store, await readConsentsOfPatients(store, ids));
}

/** Reads one version; null when it, or its patient, is not on this device. */
export async function readConsentView(store: Store, consentID: string): Promise<ConsentView | null> {
  const stored = await readConsent(store, consentID);
  return stored === null ? null : ((await viewsOf(store, [stored]))[0]?.consent ?? null);
}

async function casesOf(store: Store, consents: readonly StoredConsent[]): Promise<CaseView[]> {
  const versions = await viewsOf(store, consents);
  const cases = versionsByCase(versions);
  const known = new Map(versions.map(({ patient }) => [patient.id, cardOf(patient)]));
  return caseViews(cases, await readListingViews(store, [...cases.keys()]), await withSurvivors(store, known));
}

type PatientConsent = { readonly consent: ConsentView; readonly patient: Patient };

/** Views of these versions, without those whose patient is not on this device. */
async function viewsOf(store: Store, consents: readonly StoredConsent[]): Promise<PatientConsent[]> {
  const user = consents.length === 0 ? null : await readProfile(store);
  if (user === null) return [];
  const [parts, library, blockedByLane] = await Promise.all([partsOf(store, consents), readLibrary(store), blockedLanes(store)]);
  const context = { user, library, blockedByLane, blockedMode: 'without', confirmClock: confirmClockOf(store) } as const;
  return parts.map((each) => ({ patient: each.patient, consent: versionView(each, context) }));
}

/** Reads patients, pins and server's copies of these versions in one transaction. */
async function partsOf(
  store: Store,
  consents: readonly StoredConsent[],
): Promise<(VersionParts & { readonly patient: Patient })[]> {
  const { db, vault } = store;
  const patientIds = [...new Set(consents.map(({ consent }) => consent.patientID))];
  const ids = consents.map(({ consent }) => consent.consentID);
  const rows = await db.transaction('r', [db.patients, db.bases, db.kv], async () => ({
    patients: await db.patients.bulkGet(patientIds),
    bases: await db.bases.bulkGet(ids.map((id): [string, string] => ['consents', id])),
    pins: await db.kv.bulkGet(ids.map(pinName)),
  }));
  const patients = new Map(
    (await Promise.all(rows.patients.map((row) => openPatient(store, row)))).flatMap((each) =>
      each === null ? [] : [[each.id, each] as const],
    ),
  );
  const parts = consents.map(async (stored, at) => {
    const patient = patients.get(stored.consent.patientID);
    if (patient === undefined) return [];
    const pin = rows.pins[at];
    const pinned = pin === undefined ? null : parsePinned(await openSealed(vault, pin));
    const serverCopy = stored.state === 'unsent' ? await decryptServerCopy(vault, rows.bases[at]) : null;
    return [{ stored, patient, pinned: await currentPin(store, stored, pinned), serverCopy }];
  });
  return (await Promise.all(parts)).flat();
}

async function openPatient({ vault }: Store, row: EntityRow | undefined): Promise<Patient | null> {
  return row === undefined ? null : nullIfUnreadable(decryptEntity(vault, 'patients', row));
}

/** The local pin while its version is unsent. It is deleted once the server's copy has the same digest. */
async function currentPin(store: Store, { consent, state }: StoredConsent, pinned: Pinned | null): Promise<Pinned | null> {
  if (state === 'unsent' || pinned === null) return pinned;
  if (consent.server?.contentDigest === pinned.contentDigest) await dropPinned(store, consent.consentID);
  return null;
}
