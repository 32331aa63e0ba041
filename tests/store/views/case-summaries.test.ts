import 'fake-indexeddb/auto';
import { openPointsOnForm } from '#domain/documents/open-points-on-form.ts';
import type { Consent, PatientQuestion } from '#contract/shapes/record-shapes.ts';
import type { Recipient } from '#domain/consents/recipients.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { openRefusals } from '#domain/signing/refused-identity.ts';
import { deleteUnsent } from '#store/session/sign-out.ts';
import { dropCache } from '#store/session/cache.ts';
import { saveProfile } from '#store/session/profile.ts';
import type { Store } from '#store/session/store.ts';
import { dropSummaries } from '#store/db/summary-marks.ts';
import type { PatientCard } from '#store/entities/search-pages.ts';
import { savePinned } from '#store/entities/pinned.ts';
import { readSummaries } from '#store/entities/summaries.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { discardOp } from '#store/outbox/review.ts';
import { readCaseSummaries, readConsentSummaries, summarizeCases } from '#store/views/case-summaries.ts';
import { toConsentSummary, type CaseView } from '#store/views/case.ts';
import { readCase } from '#store/views/cases.ts';
import { readConsentsOfPatients } from '#store/views/consents.ts';
import { readComingList } from '#store/views/listed.ts';
import { readNeeds } from '#store/views/needs.ts';
import { createConsent, createPatient, saveDraft, sendConsent, signConsent, updatePatient } from '#tests/store/app-calls.ts';
import { demoPatient, demoProcedure, demoUser } from '#tests/store/demo-entities.ts';
import { listedCases, on, SIGNED, TODAY } from '#tests/store/listed-cases.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';
import { openDemoStore } from '#tests/store/world.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { seededRandom } from '#tests/support/checks/random.ts';
import { expect, test as base } from 'vitest';

const test = base.extend(storeFixtures);
const procedure = (procedureName: string) =>
  demoProcedure({ procedureID: '0190f3a0-0000-7000-8000-0000000000b1', procedureName, side: 'LEFT' });

test('a child’s no makes a form due in lists as well, after a confirmation of days before', async ({ store }) => {
  const { fetchCase } = listedCases(store);
  const confirmation = { at: '2026-08-01T09:00:00.000Z', clinicianId: demoUser._id, name: 'Demo Clinician' };
  const clinician = { _id: demoUser._id, name: 'Demo Clinician' };
  const child = { agreement: 'DISAGREES', note: '', signs: false, gillick: null, tellParents: 'YES', encouraged: null } as const;
  const form = { ...SIGNED, formType: 'FORM_2', signedAt: '2026-07-30T09:00:00.000Z', clinician, confirmation } as const;
  await fetchCase({ consent: { ...form, confirmState: 'CONFIRMED', child } });
  await fetchCase({ consent: { ...form, confirmState: 'CONFIRMED', child: { ...child, agreement: 'AGREES' } } });
  const states = (await readConsentSummaries(store)).map(({ confirmState }) => confirmState);
  expect(states.toSorted()).toEqual(['CONFIRMED', 'DUE']);
});

test('a list knows which version a newer one ended, and which was recorded in error', async ({ store }) => {
  const { fetchCase } = listedCases(store);
  for (const voidKind of [null, 'OTHER'] as const) await fetchCase({ consent: { status: 'VOIDED', voidKind } });
  const kinds = (await readConsentSummaries(store)).map(({ voidKind }) => voidKind);
  expect(kinds).toHaveLength(2);
  expect(kinds).toEqual(expect.arrayContaining([null, 'OTHER']));
});

const waitingPatient: Recipient = {
  recipient_name: 'Demo',
  recipient_email: null,
  action_type: 'SIGN',
  signing_order: 1,
  role: 'PATIENT',
  state: 'WAITING',
  method: null,
  signedAt: null,
};
const question = (answer: string | null): PatientQuestion => ({
  id: '0190f3a0-0000-7000-8000-0000000000c1',
  text: 'How long?',
  askedBy: 'Demo',
  askedAt: '2026-08-06T14:00:00.000Z',
  answer,
  answeredBy: null,
});
const identityEvent = (isConfirmed: boolean): TimelineEvent => ({
  id: '1',
  at: '2026-08-06T14:00:00.000Z',
  deviceAt: null,
  type: isConfirmed ? 'IDENTITY_CONFIRMED' : 'IDENTITY_REFUSED',
  actor: { kind: 'SIGNER', name: 'Demo', role: 'PATIENT' },
  versionId: null,
  detail: {},
  prevHash: '',
  hash: 'a',
});

test.beforeEach(({ store }) => saveProfile(store, demoUser));

/** The cases of this device, each read in full. */
async function readAllCases(store: Store): Promise<CaseView[]> {
  const patients = await store.db.consents.orderBy('patientId').uniqueKeys();
  const versions = await Promise.all(patients.map((id) => readConsentsOfPatients(store, [String(id)])));
  const ids = new Set(versions.flat().map(({ consent }) => consent.recordID));
  const cases = await Promise.all([...ids].map((id) => readCase(store, id)));
  return cases.filter((each) => each !== null);
}

/** Whatever a list, a need or a light depends on in a case. */
function factsOf({ record, consents }: Pick<CaseView, 'record'> & { readonly consents: CaseView['consents'] }) {
  return {
    record,
    versions: consents.map((version) => ({
      id: version.consentID,
      states: [version.status, version.sealState, version.confirmState],
      local: version.local,
      procedures: version.procedures.map(({ procedureName, side, site }) => ({ procedureName, side, site })),
      open: version.questions.filter(({ answer }) => answer === null).map(({ text }) => text),
      points: openPointsOnForm(version),
      wrongFor: openRefusals({ ...toConsentSummary(version, whoseIn(record)), timeline: version.Timeline }),
    })),
  };
}

// The patient of a local case is a card of this device.
const whoseIn = ({ patient, mergedFrom = null }: CaseView['record']) => ({ patient: patient as PatientCard, mergedFrom });

const byId = <T extends { readonly record: { readonly recordID: string } }>(cases: readonly T[]) =>
  cases.toSorted((one, other) => (one.record.recordID < other.record.recordID ? -1 : 1));

async function expectSummariesToBeTrue(store: Store): Promise<void> {
  const cases = byId(await readAllCases(store));
  // A summary has the fields that its type names, in the shape of the whole version.
  const summarized = byId((await summarizeCases(store, await readSummaries(store))) as CaseView[]);
  expect(summarized.map(factsOf)).toEqual(cases.map(factsOf));
  const rows = cases.flatMap(({ record, consents }) => consents.map((each) => toConsentSummary(each, whoseIn(record))));
  const ids = (list: typeof rows) => list.toSorted((one, other) => (one.consentID < other.consentID ? -1 : 1));
  expect(ids(await readConsentSummaries(store))).toEqual(ids(rows));
  const lists = async () => [await readComingList(store, TODAY), await readNeeds(store, store.env.now())];
  const before = await lists();
  await store.db.transaction('rw', [store.db.summaries, store.db.kv], () => dropSummaries(store.db));
  expect(before).toEqual(await lists());
}

test('after any sequence of changes the summaries tell what the complete cases tell', async ({
  world,
  store,
  sender,
  server,
}) => {
  const random = seededRandom('case summaries');
  const below = (count: number) => Math.floor(random() * count);
  const cases = listedCases(store);
  const pulled: { consentID: string; recordID: string }[] = [];
  const drafts: { consentID: string; patientID: string }[] = [];
  const anyOf = <T>(from: readonly T[]) => from[below(from.length)];
  let version = 1;
  const fetchOne = async (ids?: { consentID: string; recordID: string }) => {
    version += 1;
    const consents: Partial<Consent>[] = [
      { procedures: [procedure(`Demo ${version}`)] },
      { ...SIGNED, procedures: [procedure(`Demo ${version}`)] },
      { status: 'SENT', recipients: [waitingPatient], questions: [question(below(2) === 0 ? 'Yes' : null)] },
      { status: 'SENT', recipients: [waitingPatient], Timeline: [identityEvent(below(2) === 0)] },
      { status: 'WITHDRAWN' },
    ];
    const listed = below(2) === 0 ? on(TODAY, String(below(3))) : null;
    const fetched = await cases.fetchCase(
      { listed, light: 'GREEN', version, consent: anyOf(consents)!, lastName: `Demo-${version}` },
      ids,
    );
    if (ids === undefined) pulled.push(fetched);
  };
  const steps: (() => Promise<unknown>)[] = [
    () => fetchOne(),
    () => fetchOne(anyOf(pulled)),
    async () => {
      const ids = anyOf(pulled);
      if (ids !== undefined) await enqueue(store, { call: 'recordWithdraw', input: { consentID: ids.consentID, reason: 'No' } });
    },
    async () => {
      const ids = anyOf(pulled);
      if (ids !== undefined) await cases.listCase(ids, below(2) === 0 ? null : on(TODAY, String(below(9))));
    },
    async () => {
      const ids = anyOf(pulled);
      if (ids !== undefined) await cases.pull([{ entity: 'consent', id: ids.consentID, version: version + 1, data: null }]);
    },
    async () => {
      const ids = anyOf(pulled);
      const id = ids?.recordID.replace(/^..../, '0000');
      version += 1;
      const data = below(4) === 0 || id === undefined ? null : demoPatient({ id, version, lastName: `Demo-new-${version}` });
      if (id !== undefined) await cases.pull([{ entity: 'patient', id, version, data }]);
    },
    async () => {
      const patientID = await createPatient(store);
      drafts.push({ patientID, ...(await createConsent(store, { patientID, formType: 'FORM_1' })) });
    },
    async () => {
      const draft = anyOf(drafts);
      if (draft === undefined) return;
      const { procedureID, libraryVersion } = procedure('');
      await saveDraft(store, draft.consentID, {
        activeTab: below(4),
        procedures: [{ procedureID, libraryVersion, site: `${below(9)}` }],
      });
    },
    async () => {
      const draft = anyOf(drafts);
      if (draft !== undefined) await updatePatient(store, draft.patientID, { lastName: `Demo-edited-${below(99)}` });
    },
    async () => {
      const draft = anyOf(drafts);
      if (draft !== undefined) await sendConsent(store, draft.consentID);
    },
    async () => {
      const draft = anyOf(drafts);
      if (draft !== undefined) await pinFor(store, draft.consentID);
    },
    async () => {
      const draft = anyOf(drafts);
      if (draft === undefined) return;
      const capturedAt = new Date(store.env.now()).toISOString();
      const signature = { name: 'Demo', method: 'TYPED', typedName: 'Demo', statement: 'I agree.', capturedAt } as const;
      await signConsent(store, { consentID: draft.consentID, role: 'PATIENT', contentDigest: 'a'.repeat(64), ...signature });
    },
    () => sender.pass(),
    () => sender.drain(world.clock),
    async () => {
      const isRefused = below(2) === 0;
      server.refuseWith(() => (isRefused ? server.failure(403, 'FORBIDDEN') : undefined));
    },
    async () => {
      const op = anyOf(await store.db.ops.filter(({ state }) => state === 'review').toArray());
      if (op !== undefined) await discardOp(store, op.opId);
    },
    () => store.db.summaries.toCollection().modify((row) => void (new Uint8Array(row.ct)[3]! ^= 1)),
    () => store.db.summaries.clear(),
    () => dropCache(store.db),
    async () => {
      if (below(3) === 0) await deleteUnsent(store, 'DELETE');
    },
  ];
  for (let turn = 0; turn < (isFull ? 2000 : 60); turn += 1) {
    world.clock.now += 1000;
    // A change of what is gone by now is refused, as it is on a screen.
    await anyOf(steps)!().catch(() => undefined);
    if (below(3) === 0) await readCaseSummaries(store);
    if (below(6) === 0) await expectSummariesToBeTrue(store);
  }
  await expectSummariesToBeTrue(store);
});

/** A pin with everything that a list shows of one. */
async function pinFor(store: Store, consentID: string): Promise<void> {
  const recipients = [
    { role: 'CLINICIAN' as const, name: 'Demo', email: null, order: 2, required: true },
    { role: 'PATIENT' as const, name: 'Demo', email: null, order: 1, required: true },
  ];
  const patient = { firstName: '', lastName: '', dateOfBirth: '1950-03-14', nhsNumber: null, hospitalNumber: null };
  const template = { content: [], templateID: consentID, templateVersion: 1, statements: {}, contentDigest: 'b'.repeat(64) };
  await savePinned(store, consentID, { ...template, procedures: [procedure('Pinned')], recipients, patient, shown: null });
}

test('a vault of an older build finds its cases at once, and its rows get their case with the first list', async ({
  store,
  world,
}) => {
  const { fetchCase } = listedCases(store);
  const ids = await fetchCase({ listed: on(TODAY) });
  await store.db.consents.toCollection().modify({ recordId: '' });
  await store.db.transaction('rw', [store.db.summaries, store.db.kv], () => dropSummaries(store.db));
  const next = await openDemoStore(world);
  expect((await readCase(next, ids.recordID))?.record.currentConsentID).toBe(ids.consentID);
  expect((await readCaseSummaries(next)).map(({ recordID }) => recordID)).toEqual([ids.recordID]);
  expect((await next.db.consents.toArray()).map(({ recordId }) => recordId)).toEqual([ids.recordID]);
  next.db.close();
});

test('a full tablet shows its lists without storing summaries', async ({ store }) => {
  const { fetchCase } = listedCases(store);
  const ids = await fetchCase({ listed: on(TODAY) });
  const full = Object.assign(new Error('Full'), { name: 'AbortError', inner: { name: 'QuotaExceededError' } });
  store.db.summaries.bulkPut = (() => Promise.reject(full)) as never;
  expect((await readCaseSummaries(store)).map(({ recordID }) => recordID)).toEqual([ids.recordID]);
});
