import type { User } from '#contract/user-shapes.ts';
import type { Patient } from '#domain/patient.ts';
import { toCaseView, toConsentSummary, type CaseView, type ConsentSummaryView, type ListingView } from './case.ts';
import { toConsentView, type ConsentView } from './consent.ts';
import { readAllConsents, readConsent, type StoredConsent } from './consents.ts';
import { decryptEntity } from '#store/entities/types.ts';
import { readListing } from './listing.ts';
import { readLibrary, type LocalLibrary } from '#store/entities/library.ts';
import { laneOf } from '#store/outbox/calls.ts';
import { dropPinned, readPinned, type Pinned } from '#store/entities/pinned.ts';
import { readProfile } from '#store/session/profile.ts';
import { serverCopyOf, blockedLanes, withoutBlocked } from './blocked.ts';
import type { Store } from '#store/session/store.ts';
import { nullIfUnreadable } from '#store/crypto/seal.ts';

/** How a version with blocked changes is shown: `without` them (the server's version), or `with` them, as if the server had them. */
type BlockedMode = 'without' | 'with';

/** Reads cases from this device, the newest change first. Versions whose patient is not on this device are left out. */
export async function readCases(
  store: Store,
  isWanted: (consent: StoredConsent['consent']) => boolean = () => true,
  blockedMode: BlockedMode = 'without',
): Promise<CaseView[]> {
  const cases = new Map<string, PatientConsent[]>();
  for (const each of await readConsentViews(store, isWanted, blockedMode)) {
    const { recordID } = each.consent;
    cases.set(recordID, [...(cases.get(recordID) ?? []), each]);
  }
  const listings = await listingsOf(store, [...cases.keys()]);
  return [...cases.values()]
    .flatMap((versions) => caseOf(versions, listings) ?? [])
    .toSorted((one, other) => Date.parse(other.record.updatedAt) - Date.parse(one.record.updatedAt));
}

/** Reads one case; null when none of it is on this device. */
export async function readCase(store: Store, recordID: string): Promise<CaseView | null> {
  return (await readCases(store, (consent) => consent.recordID === recordID))[0] ?? null;
}

/** Reads one version; null when it, or its patient, is not on this device. */
export async function readConsentView(store: Store, consentID: string): Promise<ConsentView | null> {
  const stored = await readConsent(store, consentID);
  return stored === null ? null : ((await viewsOf(store, [stored]))[0]?.consent ?? null);
}

/** Reads all versions on this device as rows of a list, the newest change first. */
export async function readConsentSummaries(store: Store): Promise<ConsentSummaryView[]> {
  return (await readConsentViews(store, () => true))
    .map(({ consent, patient }) => toConsentSummary(consent, patient))
    .toSorted((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt));
}

type PatientConsent = { readonly consent: ConsentView; readonly patient: Patient };

function caseOf(versions: readonly PatientConsent[], listings: ReadonlyMap<string, ListingView>): CaseView | null {
  const [first] = versions;
  const consents = versions.map(({ consent }) => consent);
  return first === undefined ? null : toCaseView(consents, first.patient, listings.get(first.consent.recordID));
}

async function listingsOf(store: Store, ids: string[]): Promise<Map<string, ListingView>> {
  const opened = ids.map(async (id) => {
    const stored = await nullIfUnreadable(readListing(store, id));
    if (stored === null) return [];
    const { listed, isUnsent, isBlocked } = stored;
    return [[id, { listed, isListingUnsent: isUnsent, isListingBlocked: isBlocked }] as const];
  });
  return new Map((await Promise.all(opened)).flat());
}

async function readConsentViews(
  store: Store,
  isWanted: (consent: StoredConsent['consent']) => boolean,
  blockedMode: BlockedMode = 'without',
): Promise<PatientConsent[]> {
  const consents = (await readAllConsents(store)).filter(({ consent }) => isWanted(consent));
  return viewsOf(store, consents, blockedMode);
}

async function viewsOf(
  store: Store,
  consents: readonly StoredConsent[],
  blockedMode: BlockedMode = 'without',
): Promise<PatientConsent[]> {
  const context = consents.length === 0 ? null : await readViewContext(store);
  if (context === null) return [];
  const patients = await patientsOf(store, new Set(consents.map(({ consent }) => consent.patientID)));
  const blockedByLane = await blockedLanes(store);
  const views = consents.map(async (stored) => {
    const { consentID, patientID, status } = stored.consent;
    const patient = patients.get(patientID);
    if (patient === undefined) return [];
    const withChanges = toConsentView(stored, { ...context, patient, pinned: await pinnedOf(store, stored) });
    const item = blockedByLane.get(laneOf('consents', consentID));
    if (item === undefined || stored.state === 'synced') return [{ patient, consent: withChanges }];
    const serverCopy = status === 'DRAFT' || blockedMode === 'with' ? null : await serverCopyOf(store, consentID);
    const serverView =
      serverCopy === null
        ? null
        : toConsentView({ ...stored, consent: serverCopy, state: 'synced' }, { ...context, patient, pinned: null });
    return [{ patient, consent: withoutBlocked({ item, withChanges, serverView }) }];
  });
  return (await Promise.all(views)).flat();
}

/** The user and the library, which a view depends on; null without a stored profile. */
async function readViewContext(store: Store): Promise<{ user: User; library: LocalLibrary } | null> {
  const [user, library] = await Promise.all([readProfile(store), readLibrary(store)]);
  return user === null ? null : { user, library };
}

async function patientsOf({ db, vault }: Store, ids: ReadonlySet<string>): Promise<Map<string, Patient>> {
  const rows = await db.patients.bulkGet([...ids]);
  const opened = rows.map(async (row) => (row === undefined ? null : nullIfUnreadable(decryptEntity(vault, 'patients', row))));
  return new Map((await Promise.all(opened)).flatMap((patient) => (patient === null ? [] : [[patient.id, patient] as const])));
}

/** The local pin of a version. It is deleted once the server's copy has the same digest. */
async function pinnedOf(store: Store, { consent, state }: StoredConsent): Promise<Pinned | null> {
  const pinned = await readPinned(store, consent.consentID);
  if (state === 'unsent' || pinned === null) return pinned;
  if (consent.server?.contentDigest === pinned.contentDigest) await dropPinned(store, consent.consentID);
  return null;
}
