import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { ListedCase } from '#contract/shapes/record-summary.ts';
import type { Change } from '#contract/sync.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import type { Store } from '#store/session/store.ts';
import { pullChanges } from '#store/sync/pull.ts';
import { readComingList } from '#store/views/listed.ts';
import { demoConsent, demoPatient } from './demo-entities.ts';

export const TODAY = '2026-08-06';
export const SIGNED = { status: 'SIGNED', sealState: 'SEALED' } as const;
export const on = (date: string, theatre: string | null = '2') => ({ date, theatre, listType: 'THEATRE' as const });
type Listing = ReturnType<typeof on>;

type CaseIds = { readonly consentID: string; readonly recordID: string };
type CaseOnServer = {
  readonly listed?: Listing | null;
  readonly light?: ListedCase['light'];
  readonly version?: number;
  readonly consent?: Partial<Consent>;
  readonly lastName?: string;
  readonly dateOfBirth?: string;
  /** the record of another case too; absent: a record of its own */
  readonly patientID?: string;
  readonly sameDay?: ListedCase['sameDay'];
  readonly ended?: ListedCase['ended'];
};

/**
 * Listed cases of one store: pulled from a server whose answers the test gives, listed on the device, and read as the list shows
 * them.
 */
export function listedCases(store: Store) {
  /** those that were sent */
  const cursors: (string | undefined)[] = [];
  let cursor = 0;

  async function pull(changes: readonly Change[]): Promise<void> {
    cursor += 1;
    const answer = { message: '', changes: [...changes], cursor: String(cursor), more: false, dataEpoch: 'one' };
    await pullChanges(store, async (since) => {
      cursors.push(since);
      return answer;
    });
  }

  /** Pulls one case of this person. */
  async function fetchCase(
    {
      listed = null,
      light = 'RED',
      version = 1,
      consent,
      lastName = 'Demo-Rowan',
      dateOfBirth = '1950-03-14',
      sameDay,
      ended = null,
      ...whose
    }: CaseOnServer,
    ids: CaseIds = { consentID: store.env.newId(), recordID: store.env.newId() },
  ): Promise<CaseIds> {
    const { patientID = ids.recordID.replace(/^..../, '0000') } = whose;
    const inForceConsentID = consent?.status === 'SIGNED' || light === 'GREEN' ? ids.consentID : null;
    const summary = { currentConsentID: ids.consentID, inForceConsentID, listed, listedBy: null, listedAt: null };
    const listing = {
      recordID: ids.recordID,
      patientID,
      ...summary,
      light,
      reason: `${light}, as told`,
      sameDay,
      ended,
      version,
    };
    await pull([
      { entity: 'patient', id: patientID, version: 1, data: demoPatient({ id: patientID, lastName, dateOfBirth }) },
      { entity: 'consent', id: ids.consentID, version, data: demoConsent({ ...ids, patientID, version, ...consent }) },
      { entity: 'listed', id: ids.recordID, version, data: listing },
    ]);
    return ids;
  }

  const listCase = ({ recordID }: CaseIds, listed: Listing | null) =>
    enqueue(store, { call: 'recordUpdate', input: { recordID, listed } });
  const readRows = async () => (await readComingList(store, TODAY)).rows;
  const readDates = async () => (await readRows()).map(({ recordID, date }) => [recordID, date]);
  const readLights = async () => (await readRows()).map(({ light }) => light).join();
  return { cursors, pull, fetchCase, listCase, readRows, readDates, readLights };
}
