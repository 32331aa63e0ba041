import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/base/limits.ts';
import { MESSAGE_DEFAULTS } from '#domain/organisation/message-settings.ts';
import { openNhsNotify } from '#server/outside/nhs-notify/nhs-notify.ts';
import { deliverNext } from '#server/work/deliveries/deliver.ts';
import { reconcileSent } from '#server/work/deliveries/reconcile.ts';
import { remindLinks } from '#server/work/links/remind-links.ts';
import { signIn, testNhsNumber, type Caller } from '#tests/support/forms/builders.ts';
import {
  NHS,
  openNhsDouble,
  signedBytes,
  signedCallback,
  type NhsDouble,
  type NhsMode,
} from '#tests/support/messages/nhs-double.ts';
import { formWithPhone, type FormWithPhone } from '#tests/support/messages/sms-form.ts';
import { printFigure } from '#tests/support/checks/figures.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { TEST_NOW } from '#tests/support/server/app.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// The figures of messages (messages, section 8): few on a push, all of them in the full run.
const MESSAGES = isFull ? 500 : 15;
const LIVES = isFull ? 1000 : 30;
const ALTERED = isFull ? 32_000 : 120;

let double: NhsDouble;
let staff: Caller & { token: string };
let admin: Caller;
let callback = '';
const app = useTestApp();
beforeAll(async () => {
  double = await openNhsDouble(() => app.clock.now());
  const settings = {
    baseUrl: double.baseUrl,
    tokenUrl: double.tokenUrl,
    clientID: NHS.clientID,
    kid: NHS.kid,
    keyFile: 'in memory',
  };
  const { callOut, newId } = app.deps;
  Object.assign(app.deps, {
    nhsNotify: openNhsNotify({ callOut, newId, clock: () => app.clock.now(), settings, key: double.privateKey }),
  });
  admin = await signIn(app, 'admin@demo.nhs.uk');
  const { data } = await admin.call('messagesSettingsUpdate', {
    ...MESSAGE_DEFAULTS,
    order: [...MESSAGE_DEFAULTS.order],
    channels: { EMAIL: 'ON', SMS: 'ON', APP: 'ON', LETTER: 'OFF' },
    smsBy: 'NHS',
    plans: { ...NHS.plans },
    secrets: { nhsApplication: NHS.application, nhsKey: NHS.key },
    version: 0,
  });
  callback = new URL(data.callbacks.nhs ?? '').pathname;
});
afterAll(() => double.close());
beforeEach(async () => {
  double.mode = 'ok';
  const time = (app.clock.now() - TEST_NOW) % DAY;
  if (time > 0) app.clock.advance(DAY - time);
  staff = await signIn(app);
  admin = await signIn(app, 'admin@demo.nhs.uk');
});

let seed = 7;
function random(): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
}
const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
let number = 700;
const patientForm = (change: Parameters<typeof formWithPhone>[1] = {}) =>
  formWithPhone(staff, { nhsNumber: testNhsNumber((number += 1)), ...change });
const send = ({ consentID }: Pick<FormWithPhone, 'consentID'>, channel: 'SMS' | 'APP' = 'APP') =>
  staff.call('messagesSend', { consentID, signing_order: 1, channel });
const wordsOf = async ({ consentID }: Pick<FormWithPhone, 'consentID'>) =>
  (await staff.call('messagesList', { consentID })).data.map(({ channel, words }) => `${channel} ${words}`);
const rows = () => app.database.db.selectFrom('deliveries').selectAll().execute();
const line = (reference: string, messageStatus: string, idempotencyKey: string) => ({
  type: 'MessageStatus',
  attributes: { messageId: 'theirs', messageReference: reference, messageStatus, timestamp: '2026-11-30T12:00:00Z' },
  meta: { idempotencyKey },
});
const tell = ({ payload, headers }: ReturnType<typeof signedCallback>, url = callback) =>
  app.ask({ method: 'POST', url, headers, payload });

test('a link goes to the NHS App by the NHS number alone, and a signed callback says that it arrived', async () => {
  const form = await patientForm();
  await send(form);
  await app.doJobs();
  expect(double.faults).toEqual([]);
  const [row] = (await rows()).filter(({ consent_id }) => consent_id === form.consentID);
  const message = double.taken.get(row!.id);
  expect(message).toMatchObject({ plan: NHS.plans.APP, nhsNumber: form.patient.nhsNumber });
  for (const canary of [form.patient.lastName, form.patient.firstName, form.phoneNumber, 'Cataract', 'surgery', '1950'])
    expect(message?.text.toLowerCase()).not.toContain(canary.toLowerCase());
  expect(await wordsOf(form)).toEqual(['APP Sent']);
  expect((await tell(signedCallback([line(row!.id, 'delivered', 'k-1')]))).status).toBe(202);
  expect(await wordsOf(form)).toEqual(['APP Delivered']);
});

test('near an operation a reminder goes to the NHS App and by email', async () => {
  const form = await patientForm({
    emailAddress: 'near@example.org',
    communication: { language: 'en', interpreterNeeded: false, format: 'STANDARD', refused: ['SMS'] },
  });
  await send(form);
  app.clock.advance(3 * DAY + HOUR);
  staff = await signIn(app);
  const today = new Date(app.clock.now()).toISOString().slice(0, 10);
  await app.database.db
    .updateTable('cases')
    .set({ listed_on: today, list_type: 'THEATRE' })
    .where('id', '=', form.recordID)
    .execute();
  await remindLinks(app.deps);
  await app.doJobs();
  expect((await wordsOf(form)).toSorted()).toEqual(['APP Sent', 'APP Sent', 'EMAIL Handed to the mail server']);
});

test('one token serves until a minute before its end', async () => {
  double.tokens.given = 0;
  const start = app.clock.now();
  for (const after of [0, 5 * MINUTE, 8 * MINUTE + 30_000, 10 * MINUTE]) {
    app.clock.advance(start + after - app.clock.now());
    await send(await patientForm());
    while (await deliverNext(app.deps, 'APP'));
  }
  // One before, and one once nine minutes are over.
  expect(double.tokens.given).toBeLessThanOrEqual(2);
});

test('who is under 16, protected, or has no NHS number gets none', async () => {
  const refusal = (form: FormWithPhone) =>
    send(form).then(
      () => undefined,
      (error: unknown) => error,
    );
  expect(await refusal(await formWithPhone(staff, { nhsNumber: null }))).toBeDefined();
  const form = await patientForm();
  await admin.call('patientUpdate', {
    id: form.patientID,
    version: form.patient.version,
    restricted: true,
    reason: 'Asked for by the patient',
  });
  expect(await refusal(form)).toBeDefined();
  expect((await rows()).some(({ consent_id }) => consent_id === form.consentID)).toBe(false);
});

const MODES: readonly NhsMode[] = ['ok', 'ok', 'lost', 'early', 'busy', 'broken'];

test(`${MESSAGES} messages with lost answers and ended processes: one message each`, async () => {
  await app.database.db.deleteFrom('deliveries').execute();
  double.taken.clear();
  for (let nth = 0; nth < MESSAGES; nth += 1) {
    staff = await signIn(app);
    await send(await patientForm());
  }
  for (let round = 0; round < 60; round += 1) {
    double.mode = round > 40 ? 'ok' : oneOf(MODES);
    while (await deliverNext(app.deps, 'APP')) {
      double.mode = round > 40 ? 'ok' : oneOf(MODES);
      if (random() < 0.15)
        await app.database.db.updateTable('deliveries').set({ lease_until: null }).where('state', '=', 'WAITING').execute();
    }
    if ((await rows()).every(({ state }) => state !== 'WAITING')) break;
    app.clock.advance(5 * MINUTE);
  }
  const sent = (await rows()).filter(({ state }) => state === 'SENT').length;
  const repeats = [...double.taken.values()].reduce((sum, each) => sum + each.repeats, 0);
  printFigure(
    `NHS Notify: ${JSON.stringify({ deliveries: MESSAGES, sent, messages: double.taken.size, repeats, faults: double.faults.length })}`,
  );
  expect({ sent, messages: double.taken.size, faults: double.faults }).toEqual({
    sent: MESSAGES,
    messages: MESSAGES,
    faults: [],
  });
});

test('planted: a new reference at each try makes messages twice, and it is seen', async () => {
  const { nhsNotify } = app.deps;
  double.taken.clear();
  const once = {
    plan: NHS.plans.APP,
    nhsNumber: testNhsNumber(1),
    personalisation: { organisation: 'Demo', text: 't', url: '', until: '', phone: '' },
  };
  for (let nth = 0; nth < 20; nth += 1)
    for (const mode of ['lost', 'ok'] as const) {
      double.mode = mode;
      await nhsNotify?.send({ ...once, reference: app.deps.newId() }).catch(() => undefined);
    }
  expect(double.taken.size).toBe(40);
});

test(`${LIVES} lives of callbacks, doubled and shuffled, end right; ${ALTERED} altered, unsigned or of another key are not taken`, async () => {
  await app.database.db.deleteFrom('deliveries').execute();
  await send(await patientForm());
  double.mode = 'ok';
  while (await deliverNext(app.deps, 'APP'));
  const [template] = await rows();
  const ids = [template!.id];
  for (let nth = 1; nth < LIVES; nth += 1) {
    const id = app.deps.newId();
    await app.database.db
      .insertInto('deliveries')
      .values({ ...template!, id })
      .execute();
    ids.push(id);
  }
  let refused = 0;
  for (let nth = 0; nth < ALTERED; nth += 1) {
    const right = signedCallback([line(oneOf(ids), 'delivered', `altered ${nth}`)]);
    const payload = Buffer.from(right.payload);
    payload[Math.floor(random() * payload.length)]! ^= 1;
    const { 'x-hmac-sha256-signature': _, ...unsigned } = right.headers;
    const wrong = [
      { ...right, payload },
      { ...right, headers: { ...right.headers, 'x-api-key': 'another key' } },
      { ...right, headers: unsigned as typeof right.headers },
      signedCallback([line(oneOf(ids), 'delivered', `other ${nth}`)], { secret: NHS.key }),
    ][nth % 4]!;
    const { status } = await tell(wrong);
    if (status === 401 || status === 403) refused += 1;
  }
  expect(new Set((await rows()).map(({ state }) => state))).toEqual(new Set(['SENT']));
  const right = new Map<string, string>();
  const told: ReturnType<typeof line>[] = [];
  for (const id of ids) {
    const end = random() < 0.8 ? 'delivered' : 'failed';
    right.set(id, end === 'delivered' ? 'DELIVERED' : 'FAILED');
    for (const status of ['created', 'enriched', 'sending', end])
      told.push(...Array.from({ length: 2 }, () => line(id, status, `${id} ${status}`)));
  }
  while (told.length > 0) {
    const some = Array.from({ length: Math.min(3, told.length) }, () => told.splice(Math.floor(random() * told.length), 1)[0]!);
    expect((await tell(signedCallback(some))).status).toBe(202);
  }
  const ended = (await rows()).filter(({ id, state }) => right.get(id) === state).length;
  printFigure(`callbacks of NHS Notify: ${JSON.stringify({ lives: LIVES, ended, altered: ALTERED, refused })}`);
  expect({ ended, refused }).toEqual({ ended: LIVES, refused: ALTERED });
});

test('signed bytes that are no news are refused, and change nothing', async () => {
  expect((await tell(signedCallback([{ attributes: {} }]))).status).toBe(400);
  const body = Buffer.from('no JSON');
  const { headers } = signedCallback([]);
  expect((await app.ask({ method: 'POST', url: callback, headers, payload: body })).status).toBe(403);
});

test('the signature is over the bytes as they came, however they are written', async () => {
  const form = await patientForm();
  await send(form);
  await app.doJobs();
  const [row] = (await rows()).filter(({ consent_id }) => consent_id === form.consentID);
  const body = Buffer.from(`${JSON.stringify({ data: [line(row!.id, 'delivered', 'k-spaces')] }, null, 2)}\n`);
  expect((await tell(signedBytes(body))).status).toBe(202);
  expect(await wordsOf(form)).toEqual(['APP Delivered']);
});

test('what was never told is asked for after an hour', async () => {
  await app.database.db.deleteFrom('deliveries').execute();
  const form = await patientForm();
  await send(form);
  await app.doJobs();
  for (const message of double.taken.values()) message.status = 'delivered';
  app.clock.advance(HOUR + MINUTE);
  staff = await signIn(app);
  await reconcileSent(app.deps);
  expect(await wordsOf(form)).toEqual(['APP Delivered']);
});
