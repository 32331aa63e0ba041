import type { ListedAt } from '#contract/record-summary.ts';
import { lightOf, worseLight, type Light } from '#domain/listed.ts';
import { takesConsent } from '#domain/patient.ts';
import type { PatientStatus } from '#domain/states.ts';
import { patientLine, type SeenCase, type SeenRecordSummary } from './case-view.ts';
import { readCases } from './cases.ts';
import type { SeenConsent } from './consent-view.ts';
import type { Kept } from './kept.ts';
import { readListing } from './listing.ts';
import { readPatient } from './patients.ts';
import type { Store } from './store.ts';
import { readable } from './vault/seal.ts';

/** A case on a list for surgery, as a screen shows it. */
export type SeenListed = Light &
  ListedAt & {
    readonly recordID: string;
    readonly patient: SeenRecordSummary['patient'];
    /** of the version in force, else of the newest one; null where that one is not on this device */
    readonly procedures: NonNullable<SeenRecordSummary['current']>['procedures'] | null;
    /** whether something of the case still waits to be sent */
    readonly isUnsent: boolean;
    /** whether the place on the list that was said here needs a person */
    readonly isStopped: boolean;
  };

/** `hidden`: so many cases cannot be shown, since their patient is not on this device, or what is kept of them cannot be read. */
export type ComingList = { readonly rows: readonly SeenListed[]; readonly hidden: number };

/**
 * This person's cases that are listed for a day or a later one, the next one first. The light is the worse of what the server last
 * told and of what this device itself sees of the case: neither alone may say that there is a consent.
 *
 * @param today - plain date
 */
export async function comingList(store: Store, today: string): Promise<ComingList> {
  const ids = await store.db.listings.toCollection().primaryKeys();
  const opened = await Promise.all(ids.map((id) => readable(readListing(store, id))));
  const listings = opened.flatMap((listing) =>
    listing === null || listing.listed === null || listing.listed.date < today ? [] : [{ ...listing, listed: listing.listed }],
  );
  const wanted = new Set(listings.map(({ recordID }) => recordID));
  // A refused withdrawal is a withdrawal all the same until a person has looked at it: no better light than with it.
  const cases = await readCases(store, ({ recordID }) => wanted.has(recordID), 'made');
  const seen = new Map(cases.map((each) => [each.record.recordID, each]));
  const lines = listings.map(async (listing): Promise<SeenListed[]> => {
    const { recordID, patientID, listed, isStopped } = listing;
    const here = seen.get(recordID);
    const patient = here?.record.patient ?? (await patientHere(store, patientID));
    if (patient === null) return [];
    const isUnsent = listing.isUnsent || (here !== undefined && waits(here));
    const light = worseLight(listing, lightHere(here, listing));
    return [
      {
        ...listed,
        ...(isUnsent ? worseLight(light, WAITING) : light),
        recordID,
        patient,
        procedures: proceduresOf(here, listing),
        isUnsent,
        isStopped,
      },
    ];
  });
  const rows = (await Promise.all(lines)).flat().toSorted(inOrder);
  // Whether one that cannot be read is listed, nobody knows.
  const unreadable = opened.filter((listing) => listing === null).length;
  return { rows, hidden: listings.length - rows.length + unreadable };
}

const WAITING: Light = { light: 'AMBER', reason: 'Something of it waits to be sent' };
const NOT_HERE: Light = { light: 'AMBER', reason: 'The consent is not on this tablet' };

async function patientHere(store: Store, id: string): Promise<SeenListed['patient'] | null> {
  const here = await readable(readPatient(store, id));
  return here === null ? null : patientLine(here.patient);
}

type Told = Pick<Kept['listings'], 'currentConsentID' | 'inForceConsentID'>;

/** The version of a case with this id; undefined where there is none, or it is not on this device. */
function versionOf(seen: SeenCase | undefined, id: string | null): SeenConsent | undefined {
  return id === null ? undefined : seen?.consents.find(({ consentID }) => consentID === id);
}

function proceduresOf(seen: SeenCase | undefined, { currentConsentID, inForceConsentID }: Told): SeenListed['procedures'] {
  // What was made here since the server told it is newer than what it told.
  const newest = seen?.record.current ?? versionOf(seen, currentConsentID) ?? null;
  const version = inForceConsentID === null ? newest : (versionOf(seen, inForceConsentID) ?? null);
  return version?.procedures ?? null;
}

function waits({ consents }: SeenCase): boolean {
  return consents.some(({ here }) => here?.isUnsent === true);
}

/** What this device itself sees of a case; at best amber where a version that the server goes by is not here. */
function lightHere(seen: SeenCase | undefined, { currentConsentID, inForceConsentID }: Told): Light {
  if (seen === undefined) return NOT_HERE;
  const { record, consents } = seen;
  const inForce = versionOf(seen, inForceConsentID);
  const newest = versionOf(seen, record.currentConsentID);
  const isWhole = [currentConsentID, inForceConsentID].every((id) => id === null || versionOf(seen, id) !== undefined);
  // Which one is in force the server says; whether it still stands this device must see as well.
  const isInForce = inForce?.status === 'SIGNED';
  // A line of a list carries the status of the patient's own schema.
  const patientStatus = record.patient.status as PatientStatus;
  const light = lightOf({
    patientStatus,
    status: record.status,
    inForce: isInForce ? inForce : null,
    isNewest: isInForce && inForce === newest,
    hasOpenQuestion: [inForce, newest].some((version) => version?.questions.some(({ answer }) => answer === null) ?? false),
  });
  // A version that is missing here would say more than the others: then the server's word counts, and no green.
  const isOver = !takesConsent(patientStatus) || consents.some(({ status }) => status === 'WITHDRAWN');
  if (!isWhole) return isOver ? worseLight(NOT_HERE, light) : NOT_HERE;
  return newest?.here?.allSignedAt != null
    ? worseLight(light, { light: 'AMBER', reason: 'Signed, waiting to be sealed' })
    : light;
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
