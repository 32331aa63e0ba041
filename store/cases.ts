import type { TicketDetails } from '#contract/signing.ts';
import type { User } from '#contract/user-shapes.ts';
import type { Patient } from '#domain/patient.ts';
import type { SignerRole } from '#domain/states.ts';
import { caseView, consentSummary, type SeenCase, type SeenConsentSummary, type SeenListing } from './case-view.ts';
import { consentView, type SeenConsent } from './consent-view.ts';
import { allConsents, readConsent, type ConsentHere } from './consents.ts';
import { openEntity } from './kept.ts';
import { readListing } from './listing.ts';
import { readLibrary, type LibraryHere } from './library-here.ts';
import { laneOf } from './outbox/queued.ts';
import { readPatient } from './patients.ts';
import { dropPinned, readPinned, type Pinned } from './pinned.ts';
import { readProfile } from './profile.ts';
import { beneath, stoppedLanes, withStopped } from './stopped.ts';
import type { Store } from './store.ts';
import { ticketView } from './ticket-view.ts';
import { readable } from './vault/seal.ts';

/** What stands still until a person has looked at it: `told` shows a version without it, `made` as if the server had it. */
type Manner = 'told' | 'made';

/** The cases of these versions as far as they are on this device, the newest change first. Versions without their patient are left out. */
export async function readCases(
  store: Store,
  chosen: (consent: ConsentHere['consent']) => boolean = () => true,
  manner: Manner = 'told',
): Promise<SeenCase[]> {
  const cases = new Map<string, Seen[]>();
  for (const each of await seenConsents(store, chosen, manner)) {
    const { recordID } = each.consent;
    cases.set(recordID, [...(cases.get(recordID) ?? []), each]);
  }
  const listings = await listingsOf(store, [...cases.keys()]);
  return [...cases.values()]
    .flatMap((versions) => caseOf(versions, listings) ?? [])
    .toSorted((one, other) => Date.parse(other.record.updatedAt) - Date.parse(one.record.updatedAt));
}

/** One case, or null when none of it is on this device. */
export async function readCase(store: Store, recordID: string): Promise<SeenCase | null> {
  return (await readCases(store, (consent) => consent.recordID === recordID))[0] ?? null;
}

/** One version, or null when it, or its patient, is not on this device. */
export async function readSeenConsent(store: Store, consentID: string): Promise<SeenConsent | null> {
  const here = await readConsent(store, consentID);
  return here === null ? null : ((await seenOf(store, [here]))[0]?.consent ?? null);
}

/** Every version on this device as a line of a list, the newest change first. */
export async function readConsentList(store: Store): Promise<SeenConsentSummary[]> {
  return (await seenConsents(store, () => true))
    .map(({ consent, patient }) => consentSummary(consent, patient))
    .toSorted((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt));
}

type Handed = {
  readonly consentID: string;
  readonly role: SignerRole;
  /** IANA name */
  readonly timeZone: string;
};

/**
 * What somebody who was handed this device sees, or null when it cannot be shown from here: the version, its patient or the
 * person's profile is not on this device, it is not out for signing, or the role signs nothing on it.
 *
 * @throws Damaged, KeyForgotten
 */
export async function readTicket(store: Store, { consentID, role, timeZone }: Handed): Promise<TicketDetails | null> {
  const here = await readConsent(store, consentID);
  const around = await aroundOf(store);
  if (here === null || around === null) return null;
  const patient = await readPatient(store, here.consent.patientID);
  if (patient === null) return null;
  const pinned = await pinnedOf(store, here);
  const consent = consentView(here, { ...around, patient: patient.patient, pinned });
  const organisation = { name: around.user.organisation[0]?.name ?? '', timeZone };
  return ticketView({ consent, patient: patient.patient, pinned, role, organisation });
}

type Seen = { readonly consent: SeenConsent; readonly patient: Patient };

function caseOf(versions: readonly Seen[], listings: ReadonlyMap<string, SeenListing>): SeenCase | null {
  const [first] = versions;
  const consents = versions.map(({ consent }) => consent);
  return first === undefined ? null : caseView(consents, first.patient, listings.get(first.consent.recordID));
}

async function listingsOf(store: Store, ids: string[]): Promise<Map<string, SeenListing>> {
  const opened = ids.map(async (id) => {
    const here = await readable(readListing(store, id));
    if (here === null) return [];
    const { listed, isUnsent, isStopped } = here;
    return [[id, { listed, isListingUnsent: isUnsent, isListingStopped: isStopped }] as const];
  });
  return new Map((await Promise.all(opened)).flat());
}

async function seenConsents(
  store: Store,
  chosen: (consent: ConsentHere['consent']) => boolean,
  manner: Manner = 'told',
): Promise<Seen[]> {
  const kept = (await allConsents(store)).filter(({ consent }) => chosen(consent));
  return seenOf(store, kept, manner);
}

async function seenOf(store: Store, kept: readonly ConsentHere[], manner: Manner = 'told'): Promise<Seen[]> {
  const around = kept.length === 0 ? null : await aroundOf(store);
  if (around === null) return [];
  const patients = await patientsOf(store, new Set(kept.map(({ consent }) => consent.patientID)));
  const stopped = await stoppedLanes(store);
  const seen = kept.map(async (here) => {
    const { consentID, patientID, status } = here.consent;
    const patient = patients.get(patientID);
    if (patient === undefined) return [];
    const made = consentView(here, { ...around, patient, pinned: await pinnedOf(store, here) });
    const item = stopped.get(laneOf('consents', consentID));
    if (item === undefined || here.state === 'synced') return [{ patient, consent: made }];
    const before = status === 'DRAFT' || manner === 'made' ? null : await beneath(store, consentID);
    const told =
      before === null ? null : consentView({ ...here, consent: before, state: 'synced' }, { ...around, patient, pinned: null });
    return [{ patient, consent: withStopped({ item, made, told }) }];
  });
  return (await Promise.all(seen)).flat();
}

/** Null where nobody's profile is kept: then it is not known who would look. */
async function aroundOf(store: Store): Promise<{ user: User; library: LibraryHere } | null> {
  const [user, library] = await Promise.all([readProfile(store), readLibrary(store)]);
  return user === null ? null : { user, library };
}

async function patientsOf({ db, vault }: Store, ids: ReadonlySet<string>): Promise<Map<string, Patient>> {
  const rows = await db.patients.bulkGet([...ids]);
  const opened = rows.map(async (row) => (row === undefined ? null : readable(openEntity(vault, 'patients', row))));
  return new Map((await Promise.all(opened)).flatMap((patient) => (patient === null ? [] : [[patient.id, patient] as const])));
}

/** What was pinned here; thrown away once the server's copy says the very same. */
async function pinnedOf(store: Store, { consent, state }: ConsentHere): Promise<Pinned | null> {
  const pinned = await readPinned(store, consent.consentID);
  if (state === 'unsent' || pinned === null) return pinned;
  if (consent.server?.contentDigest === pinned.contentDigest) await dropPinned(store, consent.consentID);
  return null;
}
