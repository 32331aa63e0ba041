import type { Consent } from '#contract/record-shapes.ts';
import type { ListedCase } from '#contract/record-summary.ts';
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
};

/** Listed cases of one store: pulled from a server that the test speaks for, listed here, and read as the list shows them. */
export function listedCases(store: Store) {
  /** the cursors that were sent */
  const asked: (string | undefined)[] = [];
  let cursor = 0;

  async function told(changes: readonly Change[]): Promise<void> {
    cursor += 1;
    const answer = { message: '', changes: [...changes], cursor: String(cursor), more: false, dataEpoch: 'one' };
    await pullChanges(store, async (since) => {
      asked.push(since);
      return answer;
    });
  }

  /** One case of this person as the server tells it. */
  async function fetched(
    { listed = null, light = 'RED', version = 1, consent, lastName = 'Demo-Rowan' }: CaseOnServer,
    ids: CaseIds = { consentID: store.env.newId(), recordID: store.env.newId() },
  ): Promise<CaseIds> {
    const patientID = ids.recordID.replace(/^..../, '0000');
    const inForceConsentID = consent?.status === 'SIGNED' || light === 'GREEN' ? ids.consentID : null;
    const summary = { currentConsentID: ids.consentID, inForceConsentID, listed, listedBy: null, listedAt: null };
    const listing = { recordID: ids.recordID, patientID, ...summary, light, reason: `${light}, as told`, version };
    await told([
      { entity: 'patient', id: patientID, version: 1, data: demoPatient({ id: patientID, lastName }) },
      { entity: 'consent', id: ids.consentID, version, data: demoConsent({ ...ids, patientID, version, ...consent }) },
      { entity: 'listed', id: ids.recordID, version, data: listing },
    ]);
    return ids;
  }

  const list = ({ recordID }: CaseIds, listed: Listing | null) =>
    enqueue(store, { call: 'recordUpdate', input: { recordID, listed } });
  const lines = async () => (await readComingList(store, TODAY)).rows;
  const rows = async () => (await lines()).map(({ recordID, date }) => [recordID, date]);
  const lightOfOnly = async () => (await lines()).map(({ light }) => light).join();
  return { asked, told, fetched, list, lines, rows, lightOfOnly };
}
