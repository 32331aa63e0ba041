import { lightOf, worseLight, type Light } from '#domain/listed.ts';
import type { PatientStatus } from '#domain/states.ts';
import { patientLine, type SeenCase, type SeenRecordSummary } from './case-view.ts';
import { readCases } from './cases.ts';
import { openEntity, type Kept, type ListedAt } from './kept.ts';
import { readPatient } from './patients.ts';
import type { Store } from './store.ts';
import { readable } from './vault/seal.ts';

/** A case on a list for surgery, as a screen shows it. */
export type SeenListed = Light &
  ListedAt & {
    readonly recordID: string;
    readonly patient: SeenRecordSummary['patient'];
    /** of the version in force, else of the newest one */
    readonly procedures: NonNullable<SeenRecordSummary['current']>['procedures'];
    /** whether something of the case still waits to be sent */
    readonly isUnsent: boolean;
  };

/** What this device has of a listing. */
type ListingHere = Kept['listings'] & { readonly isUnsent: boolean };

/** How a case is listed as far as this device knows; null where it knows nothing of it. @throws Damaged, KeyForgotten */
export async function readListing({ db, vault }: Store, recordID: string): Promise<ListingHere | null> {
  const row = await db.listings.get(recordID);
  return row === undefined ? null : { ...(await openEntity(vault, 'listings', row)), isUnsent: row.state === 'unsent' };
}

/**
 * This person's cases that are listed for a day or a later one, the next one first. The light is the worse of what the server last
 * told and of what this device itself sees of the case: neither alone may say that there is a consent.
 *
 * @param today - plain date
 */
export async function comingList(store: Store, today: string): Promise<SeenListed[]> {
  const ids = (await store.db.listings.toCollection().primaryKeys()) as string[];
  const listings = (await Promise.all(ids.map((id) => readable(readListing(store, id))))).flatMap((listing) =>
    listing === null || listing.listed === null || listing.listed.date < today ? [] : [{ ...listing, listed: listing.listed }],
  );
  const wanted = new Set(listings.map(({ recordID }) => recordID));
  const cases = await readCases(store, ({ recordID }) => wanted.has(recordID));
  const seen = new Map(cases.map((each) => [each.record.recordID, each]));
  const lines = listings.map(async ({ recordID, patientID, listed, light, reason, isUnsent }): Promise<SeenListed[]> => {
    const here = seen.get(recordID);
    const patient = here?.record.patient ?? (await patientHere(store, patientID));
    if (patient === null) return [];
    const procedures = here === undefined ? [] : proceduresOf(here);
    const isWaiting = isUnsent || (here !== undefined && waits(here));
    return [{ recordID, patient, procedures, ...listed, ...worseLight({ light, reason }, lightHere(here)), isUnsent: isWaiting }];
  });
  return (await Promise.all(lines)).flat().toSorted(inOrder);
}

async function patientHere(store: Store, id: string): Promise<SeenListed['patient'] | null> {
  const here = await readable(readPatient(store, id));
  return here === null ? null : patientLine(here.patient);
}

function proceduresOf({ record, consents }: SeenCase): SeenListed['procedures'] {
  const inForce = consents.find(({ consentID }) => consentID === record.inForceConsentID);
  return (inForce ?? record.current)?.procedures ?? [];
}

function waits({ consents }: SeenCase): boolean {
  return consents.some(({ here }) => here?.isUnsent === true);
}

/** What this device itself sees of a case; at best amber while something of it waits, or nothing of it is here. */
function lightHere(seen: SeenCase | undefined): Light {
  if (seen === undefined) return { light: 'AMBER', reason: 'The consent is not on this tablet' };
  const { record, consents } = seen;
  const inForce = consents.find(({ consentID }) => consentID === record.inForceConsentID);
  const newest = consents.find(({ consentID }) => consentID === record.currentConsentID);
  if (newest?.here?.allSignedAt != null) return { light: 'AMBER', reason: 'Signed, waiting to be sealed' };
  const questions = [inForce, newest].flatMap((version) => version?.questions ?? []);
  const light = lightOf({
    // A line of a list carries the status of the patient's own schema.
    patientStatus: record.patient.status as PatientStatus,
    status: record.status,
    inForce: inForce ?? null,
    isNewest: inForce !== undefined && inForce === newest,
    hasOpenQuestion: questions.some(({ answer }) => answer === null),
  });
  return waits(seen) ? worseLight(light, { light: 'AMBER', reason: 'Something of it waits to be sent' }) : light;
}

function inOrder(one: SeenListed, other: SeenListed): number {
  return (
    compare(one.date, other.date) ||
    compare(one.theatre ?? '', other.theatre ?? '') ||
    compare(one.patient.lastName, other.patient.lastName) ||
    compare(one.patient.firstName, other.patient.firstName) ||
    compare(one.recordID, other.recordID)
  );
}

function compare(one: string, other: string): number {
  return one.localeCompare(other, 'en-GB', { numeric: true });
}
