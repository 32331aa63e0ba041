import { procedureInWords } from '#domain/consent.ts';
import { lightOf, type Light } from '#domain/listed.ts';
import type { SeenCase, SeenRecordSummary } from './case-view.ts';
import { readCase, readCases } from './cases.ts';
import type { SeenConsent } from './consent-view.ts';
import type { ListedAt } from './kept.ts';
import { keepListedCases, listedCases } from './listed-cases.ts';
import type { Store } from './store.ts';

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

/**
 * This person's cases that are listed for a day or a later one, as this device knows them: the server's word, with what was said and
 * signed here since on top. The next one first.
 *
 * @param today - plain date
 */
export async function comingList(store: Store, today: string): Promise<SeenListed[]> {
  const told = new Map((await listedCases(store)).map((each) => [each.recordID, each]));
  const cases = await readCases(store, ({ recordID, listed }) => listed != null || told.has(recordID));
  return cases
    .flatMap((each): SeenListed[] => {
      const { recordID, listed, patient } = each.record;
      if (listed == null || listed.date < today) return [];
      const isUnsent = each.consents.some(({ here }) => here?.isUnsent === true);
      const known = told.get(recordID);
      const { light, reason } = known === undefined || isUnsent ? lightHere(each) : known;
      return [{ recordID, patient, procedures: toldVersion(each)?.procedures ?? [], ...listed, light, reason, isUnsent }];
    })
    .toSorted((one, other) => compare(one.date, other.date) || compare(one.theatre ?? '', other.theatre ?? ''));
}

/** Keeps what the server has just taken of a listing, until it tells the list anew. @throws StorageFull */
export async function noteListing(store: Store, recordID: string, listed: ListedAt | null): Promise<void> {
  const others = (await listedCases(store)).filter((each) => each.recordID !== recordID);
  const seen = listed === null ? null : await readCase(store, recordID);
  if (listed === null || seen === null) return keepListedCases(store, others);
  const version = toldVersion(seen);
  const procedure = (version?.procedures ?? []).map(procedureInWords).join('; ');
  const ids = { recordID, patientID: seen.record.patient.id, consentID: version?.consentID ?? null };
  return keepListedCases(store, [...others, { ...ids, procedure, side: null, ...listed, ...lightHere(seen) }]);
}

function toldVersion({ record, consents }: SeenCase): SeenConsent | undefined {
  const ofId = (id: string | null) => consents.find(({ consentID }) => consentID === id);
  return ofId(record.inForceConsentID) ?? ofId(record.currentConsentID);
}

function lightHere({ record, consents }: SeenCase): Light {
  const inForce = consents.find(({ consentID }) => consentID === record.inForceConsentID);
  const newest = consents.find(({ consentID }) => consentID === record.currentConsentID);
  if (newest?.here?.allSignedAt != null) return { light: 'AMBER', reason: 'Signed, waiting to be sealed' };
  return lightOf({ status: record.status, inForce: inForce ?? null, isNewest: inForce !== undefined && inForce === newest });
}

function compare(one: string, other: string): number {
  return one.localeCompare(other, 'en-GB', { numeric: true });
}
