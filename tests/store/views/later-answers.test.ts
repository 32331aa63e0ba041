import 'fake-indexeddb/auto';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { refusalLines } from '#domain/consents/choice-in-words.ts';
import { STARTER_CHOICES } from '#domain/consents/consent.ts';
import { openPointsOnForm } from '#domain/documents/open-points-on-form.ts';
import { LATER_STATEMENT } from '#domain/signing/later-signature.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { saveProfile } from '#store/session/profile.ts';
import { applyTicketAnswer } from '#store/sync/ticket-answer.ts';
import { readConsentView } from '#store/views/cases.ts';
import { readNeeds } from '#store/views/needs.ts';
import { toTicketView } from '#store/views/ticket.ts';
import { EMPTY_LIBRARY } from '#store/entities/library.ts';
import { expect, test as base } from 'vitest';
import { demoPatient, demoUser } from '#tests/store/demo-entities.ts';
import { listedCases, on, TODAY } from '#tests/store/listed-cases.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);
const NOW = Date.parse('2026-08-06T12:00:00.000Z');
const BLOOD = { ...STARTER_CHOICES[0]!, answer: 'DISCUSS' as const };

const signer = (role: 'PATIENT' | 'CLINICIAN', order: number, isSigned: boolean): Consent['recipients'][number] => ({
  recipient_name: role === 'PATIENT' ? 'Amber Demo-Rowan' : 'Demo Clinician',
  recipient_email: null,
  action_type: 'SIGN',
  signing_order: order,
  role,
  state: isSigned ? 'SIGNED' : 'WAITING',
  method: isSigned ? 'DRAWN' : null,
  signedAt: null,
});
const HALF = {
  status: 'PARTIALLY_SIGNED',
  clinician: { _id: demoUser._id, name: 'Demo Clinician' },
  updatedAt: '2026-08-06T11:00:00.000Z',
  additionalChoices: [BLOOD],
  contentDigest: 'a'.repeat(64),
  statements: { PATIENT: 'I agree', CLINICIAN: 'I have talked' },
  recipients: [signer('PATIENT', 1, true), signer('CLINICIAN', 2, false)],
} as const satisfies Partial<Consent>;

const callFor = (consentID: string, answer: 'ACCEPT' | 'REFUSE' | 'DISCUSS') => ({
  consentID,
  additionalChoices: [{ id: BLOOD.id, title: BLOOD.title, answer }],
  role: 'PATIENT' as const,
  signing_order: 1,
  handoverId: '019fd764-442e-7823-adad-d3b1a8cf0cd3',
  signature: {
    name: 'Amber Demo-Rowan',
    method: 'TYPED' as const,
    typedName: 'Amber Demo-Rowan',
    statement: LATER_STATEMENT,
    contentDigest: 'a'.repeat(64),
    answersDigest: 'b'.repeat(64),
    capturedAt: '2026-08-06T11:30:00.000Z',
  },
});

test.beforeEach(({ store }) => saveProfile(store, demoUser));

/** The answers × the lines that stay open × the refusals. */
const ROWS = [
  ['ACCEPT', [], []],
  ['REFUSE', [], ['NO BLOOD TRANSFUSION']],
  ['DISCUSS', ['TALK'], []],
] as const;

test('an answer that waits on this tablet counts here at once: Home, case and refusals, and who signed is asked no more', async ({
  store,
}) => {
  for (const [answer, needs, refused] of ROWS) {
    const { fetchCase } = listedCases(store);
    const { consentID, recordID } = await fetchCase({ consent: HALF });
    const needOf = async () =>
      (await readNeeds(store, NOW)).rows.filter((row) => row.recordID === recordID).map(({ need }) => need);
    expect(await needOf()).toEqual(['TALK']);
    const before = (await readConsentView(store, consentID))!;
    expect(ticketOf(before)?.later?.points).toEqual([{ id: 'blood', title: BLOOD.title, first: 'DISCUSS' }]);
    await enqueue(store, { call: 'recordAnswers', input: callFor(consentID, answer) });
    // The clinician signs next, where nothing is open.
    expect(await needOf()).toEqual(needs.length === 0 ? ['SIGNATURE'] : needs);
    const after = (await readConsentView(store, consentID))!;
    expect(after.laterAnswers?.[0]).not.toHaveProperty('isLate');
    expect([openPointsOnForm(after).length, refusalLines(after)]).toEqual([needs.length, refused]);
    expect(after.additionalChoices[0]?.answer).toBe('DISCUSS');
    expect(after.contentDigest).toBe(HALF.contentDigest);
    expect(after.laterAnswers).toMatchObject([
      { name: 'Amber Demo-Rowan', role: 'PATIENT', answers: [{ first: 'DISCUSS', answer }] },
    ]);
    expect(after.Timeline.at(-1)).toMatchObject({ type: 'TALKED', actor: { kind: 'SIGNER', name: 'Amber Demo-Rowan' } });
    expect(ticketOf(after)?.later?.points.length ?? 0).toBe(needs.length);
  }
});

test('an answer that the server took by the ticket counts here until the copy is pulled, and once after it', async ({
  store,
}) => {
  const { fetchCase } = listedCases(store);
  const ids = await fetchCase({ consent: HALF });
  const { consentID } = ids;
  const view = (await readConsentView(store, consentID))!;
  const input = callFor(consentID, 'REFUSE');
  const answer = { message: '', data: { ...view, version: 2 } };
  await applyTicketAnswer(store, { call: 'recordAnswers', input, answer } as never);
  expect(refusalLines((await readConsentView(store, consentID))!)).toEqual(['NO BLOOD TRANSFUSION']);
  const { signature } = input;
  const laterAnswers = [
    {
      signing_order: 1,
      role: 'PATIENT' as const,
      name: 'Amber Demo-Rowan',
      at: '2026-08-06T11:30:01.000Z',
      day: '2026-08-06',
      capturedAt: signature.capturedAt,
      method: 'TYPED' as const,
      answers: [{ id: 'blood', title: BLOOD.title, first: 'DISCUSS' as const, answer: 'REFUSE' as const }],
      digest: signature.answersDigest,
    },
  ];
  await fetchCase({ consent: { ...HALF, laterAnswers }, version: 3 }, ids);
  expect((await readConsentView(store, consentID))!.laterAnswers).toHaveLength(1);
});

test('an answer that waits here on a copy that the clinician has signed is late here too: it is never a yes', async ({
  store,
}) => {
  for (const [answer, kind, refused] of [
    ['ACCEPT', 'late', []],
    ['REFUSE', 'late', ['NO BLOOD TRANSFUSION']],
    ['DISCUSS', 'discuss', []],
  ] as const)
    for (const status of ['PARTIALLY_SIGNED', 'SIGNED'] as const) {
      const { fetchCase, readRows } = listedCases(store);
      const listed = on(TODAY);
      const recipients = [signer('PATIENT', 1, true), signer('CLINICIAN', 2, true)];
      // The copy came while the signer had the tablet, before the network went.
      const ids = await fetchCase({ listed, consent: HALF });
      await fetchCase({ listed, light: 'GREEN', version: 2, consent: { ...HALF, status, sealState: 'SEALED', recipients } }, ids);
      await enqueue(store, { call: 'recordAnswers', input: callFor(ids.consentID, answer) });
      const view = (await readConsentView(store, ids.consentID))!;
      expect(view.laterAnswers).toMatchObject([{ isLate: true, answers: [{ answer }] }]);
      expect(openPointsOnForm(view).map((each) => each.kind)).toEqual([kind]);
      expect(refusalLines(view)).toEqual(refused);
      if (status !== 'SIGNED') continue;
      const { light, reason } = (await readRows()).find((row) => row.recordID === ids.recordID)!;
      const words = kind === 'late' ? 'Answered after the clinician signed' : 'Wants to talk about';
      expect([light, reason]).toEqual(['AMBER', `${words}: blood transfusion`]);
    }
});

test('an answer that the server took, of which the answer was lost, counts once; another one stands beside it', async ({
  store,
}) => {
  for (const [change, count] of [
    [{}, 1],
    [{ digest: 'c'.repeat(64) }, 2],
    [{ capturedAt: '2026-08-06T11:20:00.000Z' }, 2],
  ] as const) {
    const { fetchCase } = listedCases(store);
    const ids = await fetchCase({ consent: HALF });
    const input = callFor(ids.consentID, 'REFUSE');
    const taken = {
      signing_order: 1,
      role: 'PATIENT' as const,
      name: 'Amber Demo-Rowan',
      at: '2026-08-06T11:30:01.000Z',
      day: '2026-08-06',
      capturedAt: input.signature.capturedAt,
      method: 'TYPED' as const,
      answers: [{ id: 'blood', title: BLOOD.title, first: 'DISCUSS' as const, answer: 'REFUSE' as const }],
      digest: input.signature.answersDigest,
      ...change,
    };
    await fetchCase({ consent: { ...HALF, laterAnswers: [taken] }, version: 2 }, ids);
    await enqueue(store, { call: 'recordAnswers', input });
    expect((await readConsentView(store, ids.consentID))!.laterAnswers).toHaveLength(count);
  }
});

test('nobody is asked again once the clinician has signed, or where nothing is open; a signer reads no later answer and no talk', async ({
  store,
}) => {
  const laterOf = async (consent: Partial<Consent>) => {
    const { consentID } = await listedCases(store).fetchCase({ consent: { ...HALF, ...consent } });
    return ticketOf((await readConsentView(store, consentID))!);
  };
  expect(await laterOf({})).toHaveProperty('later');
  const both = { recipients: [signer('PATIENT', 1, true), signer('CLINICIAN', 2, true)] };
  expect(await laterOf(both)).not.toHaveProperty('later');
  expect(await laterOf({ additionalChoices: [{ ...BLOOD, answer: 'ACCEPT' }] })).not.toHaveProperty('later');
  const talks = [{ userID: 'u', name: 'Demo', at: '', day: '2026-08-06', choiceIDs: ['blood'], outcome: 'Words for colleagues' }];
  const told = (await laterOf({ talks, laterAnswers: [] }))!.consent;
  for (const part of ['talks', 'laterAnswers']) expect(told).not.toHaveProperty(part);
});

test('the light of a signed form on this tablet knows the later answer, whatever the server told before', async ({ store }) => {
  for (const [answer, needs] of ROWS) {
    const { fetchCase, readRows } = listedCases(store);
    const given = {
      signing_order: 1,
      role: 'PATIENT' as const,
      name: 'Amber Demo-Rowan',
      at: '2026-08-06T11:30:01.000Z',
      day: '2026-08-06',
      capturedAt: '2026-08-06T11:30:00.000Z',
      method: 'TYPED' as const,
      answers: [{ id: 'blood', title: BLOOD.title, first: 'DISCUSS' as const, answer }],
      digest: 'b'.repeat(64),
    };
    for (const isLate of [false, true]) {
      const laterAnswers = [{ ...given, ...(isLate ? { isLate: true as const } : {}) }];
      const recipients = [signer('PATIENT', 1, true), signer('CLINICIAN', 2, true)];
      const consent = { ...HALF, status: 'SIGNED', sealState: 'SEALED', recipients, laterAnswers } as const;
      const { recordID } = await fetchCase({ listed: on(TODAY), light: 'GREEN', consent });
      const { light, reason } = (await readRows()).find((row) => row.recordID === recordID)!;
      const lead = needs.length > 0 ? 'Wants to talk about' : isLate ? 'Answered after the clinician signed' : null;
      // The server's own reason stands where nothing is open.
      expect([answer, isLate, light, reason]).toEqual([
        answer,
        isLate,
        lead === null ? 'GREEN' : 'AMBER',
        lead === null ? 'GREEN, as told' : `${lead}: blood transfusion`,
      ]);
    }
  }
});

const ticketOf = (consent: Consent) =>
  toTicketView({
    consent,
    patient: demoPatient({ id: consent.patientID }),
    pinned: null,
    role: 'PATIENT',
    signingOrder: 1,
    organisation: { name: 'Demo', timeZone: 'Europe/London' },
    library: EMPTY_LIBRARY,
  });
