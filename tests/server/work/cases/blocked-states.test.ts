import { beforeEach, expect, test } from 'vitest';
import { FAILURES, type FailureKey } from '#domain/base/messages.ts';
import { refusedState } from '#domain/cases/refused-state.ts';
import { Refused } from '#server/api-error.ts';
import { failureOf } from '#server/http/errors.ts';
import { draft, handOver, sent, signed, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp();
beforeEach(async () => {
  staff = await signIn(app);
});

type Form = { readonly recordID: string; readonly consentID: string };

const details = async ({ recordID }: Form) => (await staff.call('recordDetails', { id: recordID })).data;
const present = async (form: Form) => (await details(form)).consents.find(({ consentID }) => consentID === form.consentID)!;

/** A form in each state that an act can meet. */
const STATES: Readonly<Record<string, () => Promise<Form>>> = {
  DRAFT: async () => draft(staff),
  SENT: async () => sent(staff),
  PARTIALLY_SIGNED: async () => {
    const form = await sent(staff);
    await staff.call('recordSign', typed(form));
    return form;
  },
  SIGNED: async () => signed(app, staff),
  WITHDRAWN: async () => {
    const form = await signed(app, staff);
    await staff.call('recordWithdraw', { consentID: form.consentID, reason: 'Another plan' });
    return form;
  },
  VOIDED: async () => {
    const form = await sent(staff);
    await staff.call('recordVoid', { consentID: form.consentID, reason: 'Another patient' });
    return form;
  },
};

const reason = 'A reason';
/** Every act on a form that its state may refuse. */
const ACTS: Readonly<Record<string, (form: Form) => Promise<unknown>>> = {
  consentUpdate: async (form) =>
    staff.call('consentUpdate', { consentID: form.consentID, version: (await present(form)).version, mattersToMe: 'To read' }),
  consentSend: async (form) =>
    staff.call('consentSend', { consentID: form.consentID, version: (await present(form)).version, channel: 'DEVICE' }),
  consentSendToSign: ({ consentID }) => staff.call('consentSendToSign', { consentID, role: 'PATIENT' }),
  recordSend: ({ recordID }) => staff.call('recordSend', { recordID, channel: 'DEVICE' }),
  recordRecall: ({ consentID }) => staff.call('recordRecall', { consentID, reason }),
  recordReopen: ({ recordID }) => staff.call('recordReopen', { id: recordID, reason }),
  recordReconsent: ({ recordID }) => staff.call('recordReconsent', { id: recordID, reason }),
  recordWithdraw: ({ consentID }) => staff.call('recordWithdraw', { consentID, reason }),
  recordVoid: ({ consentID }) => staff.call('recordVoid', { consentID, reason }),
  recordDelete: ({ recordID }) => staff.call('recordDelete', { id: recordID }),
  recordPdfGetter: ({ recordID }) => staff.call('recordPdfGetter', { id: recordID }),
  recordDisagreement: async (form) =>
    staff.call('recordDisagreement', {
      consentID: form.consentID,
      version: (await present(form)).version,
      outcome: 'NOT_SETTLED',
    }),
  recordUpdate: async (form) => {
    const { version } = (await details(form)).record;
    return staff.call('recordUpdate', {
      recordID: form.recordID,
      version,
      listed: { date: '2026-08-10', theatre: null, listType: 'THEATRE' },
    });
  },
};

test.each(Object.keys(STATES))('every refusal of an act on a form that is %s names the state and what to do', async (state) => {
  const answers: [act: string, status: number, state: unknown, message: string][] = [];
  for (const [act, perform] of Object.entries(ACTS)) {
    const form = await STATES[state]!();
    const refusal = await perform(form).then(
      () => undefined,
      (failure: unknown) => failure as { status: number; message: string; data?: { state?: unknown } },
    );
    if (refusal?.status === 409) answers.push([act, refusal.status, refusal.data?.state, refusal.message]);
  }
  expect(answers.length).toBeGreaterThan(2);
  for (const [act, , named, message] of answers) {
    expect(named, act).toMatch(/^[A-Z_]+$/);
    expect(message, act).not.toBe(FAILURES.MOVE_REFUSED.message);
    expect(message, act).toMatch(/^[A-Z].*\.?$/);
  }
  expect(answers.filter(([, , named]) => named === `CONSENT_${state}`).length, JSON.stringify(answers)).toBeGreaterThan(0);
});

test('a withdrawn form names its day', async () => {
  const form = await STATES['WITHDRAWN']!();
  const refused = await staff.refused('recordReconsent', { id: form.recordID, reason });
  expect([refused.message, refused.data]).toEqual([
    'This form was withdrawn on 6 Aug. Start a new version.',
    { state: 'CONSENT_WITHDRAWN' },
  ]);
});

test('a signer at a page of their own reads the sentence that their language has, with the state beside it', async () => {
  const form = await sent(staff);
  const patient = await handOver(app, staff, form);
  await patient.call('recordDecline', { consentID: form.consentID, reason });
  const refused = await patient.refused('recordLater', { consentID: form.consentID });
  expect([refused.message, refused.data]).toEqual([FAILURES.MOVE_REFUSED.message, { state: 'CONSENT_DECLINED' }]);
});

test('no answer of the status 409 is without a state, and none of another status has one', () => {
  const log = { error: () => undefined, info: () => undefined, warn: () => undefined } as never;
  for (const [key, { status }] of Object.entries(FAILURES) as [FailureKey, { status: number }][]) {
    const refused =
      key === 'MOVE_REFUSED'
        ? new Refused(key, { blocked: refusedState('CONSENT_SIGNED', '2026-08-06') })
        : new Refused(key, { data: { kept: true } });
    const { body } = failureOf(refused, { log, requestId: 'r', call: 'c' });
    const state = (body.data as { state?: string } | undefined)?.state;
    expect(state, key).toBe(status === 409 ? (key === 'MOVE_REFUSED' ? 'CONSENT_SIGNED' : key) : undefined);
    if (key !== 'MOVE_REFUSED') expect(body.data).toMatchObject({ kept: true });
    else expect(body.message).toBe('This form was signed on 6 Aug. Start a new version to change anything.');
  }
});
