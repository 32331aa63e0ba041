import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { DAY, HOUR } from '#domain/base/limits.ts';
import { RECORDED_BY } from '#domain/cases/event-author.ts';
import { currentEndOf, type EndAct } from '#domain/cases/end-acts.ts';
import { localDate } from '#domain/values/plain-date.ts';
import {
  aPatient,
  callerOf,
  handOver,
  inked,
  sent,
  signAll,
  signed,
  signIn,
  typed,
  type Caller,
} from '#tests/support/forms/builders.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { seededRandom } from '#tests/support/checks/random.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { kept, pull, registerTablet, sendEnvelope } from '#tests/support/tablet/tablet.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const app = useTestApp();
let staff: Caller & { token: string };
beforeEach(async () => {
  staff = await signIn(app);
});

type Form = { readonly recordID: string; readonly consentID: string };

const GREEN = 'GREEN Signed and sealed';
const WAS_IT = 'RED Taken back after it was recorded as done: was it done?';
const today = () => dayIn(0);
const dayIn = (days: number) => localDate(app.clock.now() + days * DAY, app.deps.settings.timeZone);
const details = async ({ recordID }: Form) => (await staff.call('recordDetails', { id: recordID })).data;
const statusOf = async (form: Form) =>
  (await details(form)).consents.find(({ consentID }) => consentID === form.consentID)!.status;
const typesOf = async (form: Form) => (await details(form)).timeline.map(({ type }) => type);
const done = (form: Form, more: { on?: string; withoutReason?: string } = {}) =>
  staff.call('recordDone', { id: form.recordID, on: today(), ...more });
const withdraw = (form: Form) => staff.call('recordWithdraw', { consentID: form.consentID, reason: 'I changed my mind' });
const isListed = async (form: Form, ended?: 'ENDED') => {
  const { data } = await staff.call('recordGet', { limit: 100, ...(ended && { ended }) });
  const consents = await staff.call('consentGetConsents', { limit: 100, myConsents: false, ...(ended && { ended }) });
  const found = [data.records, consents.data.records].map((rows) => rows.some((each) => each.recordID === form.recordID));
  expect(new Set(found).size).toBe(1);
  return found[0];
};

async function list(form: Form, date: string | null): Promise<void> {
  const { version } = (await details(form)).record;
  const listed = date === null ? null : ({ date, theatre: 'Theatre 1', listType: 'THEATRE' } as const);
  await staff.call('recordUpdate', { recordID: form.recordID, version, listed });
}

async function lightOf({ recordID }: Form, day = today()): Promise<string> {
  const { data } = await staff.call('patientListed', { startDate: day, endDate: day });
  const row = data.find((each) => each.recordID === recordID)!;
  const told = (await pull(staff)).changes.find(({ entity, id }) => entity === 'listed' && id === recordID)?.data;
  // The tablet of its clinician is told the same.
  if (told != null && 'light' in told) expect(`${told.light} ${told.reason}`).toBe(`${row.light} ${row.reason}`);
  return `${row.light} ${row.reason}`;
}

/** A sealed form that is listed for today. */
async function ready(): Promise<Form> {
  const form = await signed(app, staff);
  await app.doJobs();
  await list(form, today());
  expect(await lightOf(form)).toBe(GREEN);
  return form;
}

test('listed again on a later day without a newer form it stops, and a form signed since lets it go on', async () => {
  const form = await ready();
  const on = today();
  await done(form);
  app.clock.advance(2 * DAY);
  staff = await signIn(app);
  await list(form, today());
  expect(await lightOf(form)).toBe(`RED Recorded as done on ${longOf(on)}: a new consent is needed`);
  const { consentID } = await staff.call('recordReconsent', { id: form.recordID, reason: 'The other eye' });
  // The next form is on the lists while it is written.
  expect(await isListed(form)).toBe(true);
  const { version } = (await details(form)).consents.find((each) => each.consentID === consentID)!;
  const edited = await staff.call('consentUpdate', {
    consentID,
    version,
    clinicianStatement: { discussed: true, capacity: true },
  });
  const { data } = await staff.call('consentSend', { consentID, version: edited.version, channel: 'DEVICE' });
  expect(await lightOf(form)).toBe(`RED Recorded as done on ${longOf(on)}: a new consent is needed`);
  // Today, by the clocks of its devices.
  const capturedAt = new Date(app.clock.now()).toISOString();
  const patient = await handOver(app, staff, { consentID });
  await patient.call('recordSign', inked(patient.details, { capturedAt }));
  await staff.call('recordSign', { ...typed(data), capturedAt });
  await app.doJobs();
  expect(await lightOf(form)).toBe('AMBER Not answered: blood transfusion');
  expect((await details(form)).record).toMatchObject({ ended: null, inForceConsentID: consentID });
  // Recorded in error, it leaves what was done before.
  await staff.call('recordVoid', { consentID, reason: 'Wrong eye' });
  expect((await details(form)).record).toMatchObject({ ended: { kind: 'DONE', on }, inForceConsentID: null });
  expect(await lightOf(form)).toBe(`RED Recorded as done on ${longOf(on)}: a new consent is needed`);
  expect(await faultsOfCase(app, form.recordID)).toEqual([]);
});

test('a draft of the next form that is deleted leaves the case ended', async () => {
  const form = await ready();
  await done(form);
  await staff.call('recordReconsent', { id: form.recordID, reason: 'The other eye' });
  expect(await isListed(form)).toBe(true);
  await staff.call('recordDelete', { id: form.recordID });
  expect(await isListed(form)).toBe(false);
  expect(await faultsOfCase(app, form.recordID)).toEqual([]);
});

test('a consent that is taken back after a wrong “done” stops its row at once; undone, it is withdrawn since then', async () => {
  const form = await ready();
  await done(form);
  expect(await lightOf(form)).toMatch(/^GREEN Recorded as done/);
  const asked = { signing_order: 1, how: 'HERE' } as const;
  const { data } = await staff.call('recordWithdraw', { consentID: form.consentID, reason: 'I changed my mind', ...asked });
  expect(data.status).toBe('SIGNED');
  const takenBack = (await details(form)).timeline.at(-1)!;
  expect(takenBack).toMatchObject({
    type: 'WITHDRAWN_AFTER',
    actor: { kind: 'SIGNER' },
    detail: { reason: 'I changed my mind' },
  });
  expect(await lightOf(form)).toBe(WAS_IT);
  await list(form, dayIn(3));
  expect(await lightOf(form, dayIn(3))).toBe(WAS_IT);
  await list(form, today());
  // Form and document stay, and a person sees the case.
  expect((await details(form)).record).toMatchObject({ status: 'SIGNED', inForceConsentID: form.consentID });
  expect(await isListed(form)).toBe(true);
  app.clock.advance(HOUR);
  staff = await signIn(app);
  expect((await staff.call('recordUndoEnd', { id: form.recordID, reason: 'The wrong row' })).data).toMatchObject({
    status: 'WITHDRAWN',
    inForceConsentID: null,
    ended: null,
  });
  expect(await lightOf(form)).toBe('RED The consent is withdrawn');
  const { timeline } = await details(form);
  expect(timeline.slice(-2)).toMatchObject([
    { type: 'END_UNDONE', actor: { kind: 'STAFF' }, detail: { reason: 'The wrong row' } },
    {
      type: 'WITHDRAWN',
      actor: takenBack.actor,
      detail: { reason: 'I changed my mind', withdrawnAt: takenBack.at, [RECORDED_BY.name]: 'Demo Clinician' },
    },
  ]);
  expect(await faultsOfCase(app, form.recordID)).toEqual([]);
});

test('that it was done all the same is settled by a talk; it may be taken back again', async () => {
  const form = await ready();
  await done(form);
  expect(await verdictOf(form)).toEqual({ status: 'IN_FORCE', ended: 'DONE' });
  await withdraw(form);
  expect(await lightOf(form)).toBe(WAS_IT);
  expect(await verdictOf(form)).toEqual({ status: 'IN_FORCE', ended: 'DONE', isTakenBack: true });
  const talk = { consentID: form.consentID, choiceIDs: [], outcome: 'Done at 10:00, talked with her' };
  await expect(staff.call('recordTalked', talk)).rejects.toThrow('Some of what was entered is not right');
  await staff.call('recordTalked', { ...talk, takenBack: true });
  expect(await lightOf(form)).toMatch(/^GREEN Recorded as done/);
  expect(await verdictOf(form)).toEqual({ status: 'IN_FORCE', ended: 'DONE' });
  expect((await staff.refused('recordTalked', { ...talk, takenBack: true })).code).toBe('MOVE_REFUSED');
  expect(await isListed(form)).toBe(false);
  await withdraw(form);
  expect(await lightOf(form)).toBe(WAS_IT);
  // A settlement by mistake is undone as well.
  await staff.call('recordTalked', { ...talk, takenBack: true });
  await staff.call('recordUndoEnd', { id: form.recordID, reason: 'It was not done' });
  expect(await statusOf(form)).toBe('WITHDRAWN');
  expect(await faultsOfCase(app, form.recordID)).toEqual([]);
});

test('another operation that is told late hides no withdrawal that is open', async () => {
  const form = await ready();
  await done(form, { on: dayIn(-1), withoutReason: 'Recorded for yesterday' });
  await withdraw(form);
  expect(await lightOf(form)).toBe(WAS_IT);
  await done(form);
  expect(await lightOf(form)).toBe(WAS_IT);
  await staff.call('recordUndoEnd', { id: form.recordID, reason: 'None was done' });
  expect(await statusOf(form)).toBe('WITHDRAWN');
  expect(await faultsOfCase(app, form.recordID)).toEqual([]);
});

test('without a consent in force it asks why, and takes every answer', async () => {
  const form = await sent(staff);
  await list(form, today());
  expect((await staff.refused('recordDone', { id: form.recordID, on: today() })).code).toBe('NO_CONSENT_IN_FORCE');
  await expect(done(form, { withoutReason: 'Bleeding' })).rejects.toThrow('Some of what was entered is not right');
  expect((await staff.refused('recordDone', { id: form.recordID, on: dayIn(1), withoutReason: 'Bleeding, no time' })).code).toBe(
    'INVALID',
  );
  await done(form, { withoutReason: 'Bleeding, no time' });
  expect(await lightOf(form)).toBe(`GREEN Recorded as done on ${longOf(today())}, without a consent in force`);
  const { record, timeline } = await details(form);
  expect(record).toMatchObject({ status: 'SENT', ended: { kind: 'DONE', isWithoutConsent: true } });
  expect(timeline.find(({ type }) => type === 'OPERATION_DONE')?.detail).toMatchObject({
    withoutReason: 'Bleeding, no time',
    inForce: null,
  });
  // A signature that was given before it and arrives late makes no row ready again.
  expect(await faultsOfCase(app, form.recordID)).toEqual([]);
});

test('a closed case stops, has nothing in force until that is undone, and a late signature opens it not again', async () => {
  const form = await ready();
  await staff.call('recordClose', { id: form.recordID, reason: 'PATIENT', note: 'Moved away' });
  expect(await lightOf(form)).toBe('RED Not going ahead');
  expect((await details(form)).record).toMatchObject({ inForceConsentID: null, ended: { kind: 'CLOSED', reason: 'PATIENT' } });
  expect(await isListed(form)).toBe(false);
  expect(await faultsOfCase(app, form.recordID)).toEqual([]);
  await staff.call('recordUndoEnd', { id: form.recordID, reason: 'She stays' });
  expect(await lightOf(form)).toBe(GREEN);
  expect(await faultsOfCase(app, form.recordID)).toEqual([]);
  const open = await sent(staff);
  await list(open, today());
  await staff.call('recordClose', { id: open.recordID, reason: 'HOSPITAL' });
  await signAll(app, staff, (await details(open)).consents[0]!);
  expect((await details(open)).record).toMatchObject({ status: 'SIGNED', inForceConsentID: null });
  expect(await lightOf(open)).toBe('RED Not going ahead');
  expect(await faultsOfCase(app, open.recordID)).toEqual([]);
  await staff.call('recordUndoEnd', { id: open.recordID, reason: 'It goes ahead' });
  expect((await details(open)).record).toMatchObject({ inForceConsentID: open.consentID, ended: null });
  expect(await faultsOfCase(app, open.recordID)).toEqual([]);
  expect((await staff.refused('recordUndoEnd', { id: open.recordID, reason: 'Again' })).code).toBe('MOVE_REFUSED');
  await done(open);
  expect((await staff.refused('recordClose', { id: open.recordID, reason: 'OTHER' })).code).toBe('MOVE_REFUSED');
});

test('an end ends the links to sign, and no reminder follows', async () => {
  const { data } = await staff.call('patientCreate', aPatient({ emailAddress: 'ada@demo.test' }));
  const form = await sent(staff, { patientID: data.patient.id });
  await staff.call('consentSendEmail', { consentID: form.consentID, role: 'PATIENT' });
  await done(form, { withoutReason: 'Bleeding, no time' });
  expect((await details(form)).timeline.filter(({ type }) => type === 'LINK_ENDED')).toMatchObject([
    { detail: { by: 'OTHER_WAY' } },
  ]);
});

test('a list is recorded case by case: what is refused of one stops no other', async () => {
  const [one, other] = [await ready(), await ready()];
  const open = await sent(staff);
  const strange = randomUUID();
  const ids = [one.recordID, open.recordID, strange, other.recordID];
  const { results } = await staff.call('recordDoneList', { ids, on: today() });
  expect(results.map(({ id, code }) => [id, code])).toEqual([
    [one.recordID, null],
    [open.recordID, 'NO_CONSENT_IN_FORCE'],
    [strange, 'NOT_FOUND'],
    [other.recordID, null],
  ]);
  expect((await details(other)).record.ended).toMatchObject({ kind: 'DONE', source: 'LIST' });
  // Once more changes nothing.
  const before = await typesOf(one);
  await staff.call('recordDoneList', { ids: [one.recordID], on: today() });
  expect(await typesOf(one)).toEqual(before);
});

test('queued ends in any order end as the rule says, and none is refused', async () => {
  const tablet = await registerTablet(await signIn(app));
  const start = app.clock.now();
  const forms = await Promise.all(Array.from({ length: isFull ? 8 : 2 }, async () => signed(app, staff)));
  app.clock.advance(6 * HOUR);
  staff = await signIn(app);
  const own = await registerTablet(staff);
  const random = seededRandom('case ends');
  for (const form of forms) {
    const acts = Array.from({ length: 25 }, (_, nth) => {
      const at = start + Math.floor(random() * 5 * HOUR) + HOUR / 2;
      const kind = random() < 0.4 ? ('CLOSED' as const) : ('DONE' as const);
      const on = localDate(start - Math.floor(random() * 3) * DAY, 'Europe/London');
      return {
        id: String(nth).padStart(3, '0'),
        kind,
        on: kind === 'DONE' ? on : localDate(at, 'Europe/London'),
        at: new Date(at).toISOString(),
      };
    });
    const ops = acts.map(({ kind, on, at }) =>
      kind === 'DONE'
        ? kept('recordDone', { id: form.recordID, on }, { capturedAt: at, clockOffset: 0 })
        : kept('recordClose', { id: form.recordID, reason: 'OTHER' }, { capturedAt: at, clockOffset: 0 }),
    );
    const shuffled = ops
      .map((op) => [random(), op] as const)
      .toSorted(([one], [other]) => one - other)
      .map(([, op]) => op);
    const results = await sendEnvelope(app, own, shuffled);
    expect(results.map(({ status }) => status)).toEqual(ops.map(() => 200));
    // Sent again, they are the same.
    expect((await sendEnvelope(app, own, shuffled)).every(({ isReplay }) => isReplay)).toBe(true);
    const { record, consents } = await details(form);
    const { createdAt, signedAt } = consents[0]!;
    const version = {
      id: form.consentID,
      number: 1,
      status: 'SIGNED' as const,
      createdAt,
      signedAt,
      agesFrom: signedAt,
      withdrawnAt: null,
    };
    const expected = currentEndOf(
      acts.map((act): EndAct => ({ ...act, isUndone: false })),
      [version],
      'Europe/London',
    );
    expect(record.ended).toMatchObject({ kind: expected!.kind, on: expected!.on, at: expected!.at });
    expect(await faultsOfCase(app, form.recordID)).toEqual([]);
  }
  expect(tablet.deviceId).not.toBe(own.deviceId);
});

test('an operation that a tablet tells late, of a consent withdrawn since, waits for a person all the same', async () => {
  const form = await ready();
  const operated = app.clock.now();
  app.clock.advance(HOUR / 2);
  await withdraw(form);
  app.clock.advance(HOUR);
  staff = await signIn(app);
  const own = await registerTablet(staff);
  const op = kept(
    'recordDone',
    { id: form.recordID, on: today() },
    { capturedAt: new Date(operated + 1).toISOString(), clockOffset: 0 },
  );
  expect((await sendEnvelope(app, own, [op])).map(({ status }) => status)).toEqual([200]);
  expect(await lightOf(form)).toBe(WAS_IT);
  expect(await statusOf(form)).toBe('WITHDRAWN');
  await staff.call('recordUndoEnd', { id: form.recordID, reason: 'The wrong row' });
  expect(await lightOf(form)).toBe('RED The consent is withdrawn');
  expect(await faultsOfCase(app, form.recordID)).toEqual([]);
});

test('an operation that was done grows old nowhere: half a year later its row, its case and its document say that it was done', async () => {
  const form = await ready();
  const on = today();
  const { consents } = await details(form);
  const before = (await pull(staff)).cursor;
  expect((await done(form)).data).toMatchObject({ status: 'SIGNED', ended: { kind: 'DONE', on, source: 'PERSON' } });
  const told = (await pull(staff, before)).changes.flatMap(({ data }) =>
    data !== null && 'ended' in data && data.recordID === form.recordID ? [data.ended] : [],
  );
  expect(told).toMatchObject([
    { kind: 'DONE', on },
    { kind: 'DONE', on },
  ]);
  app.clock.advance(183 * DAY);
  staff = await signIn(app);
  expect(await lightOf(form, on)).toBe(`GREEN Recorded as done on ${longOf(on)}`);
  const { record, consents: after } = await details(form);
  expect(record).toMatchObject({ status: 'SIGNED', inForceConsentID: form.consentID, ended: { kind: 'DONE', on } });
  expect(after[0]).toMatchObject({ status: 'SIGNED', confirmState: 'NOT_REQUIRED' });
  const code = consents[0]!.verifyCode!;
  expect((await callerOf(app).call('verifyByCode', { code })).data).toMatchObject({
    status: 'IN_FORCE',
    ended: 'DONE',
    confirmState: 'NOT_REQUIRED',
  });
  expect(await isListed(form)).toBe(false);
  expect(await isListed(form, 'ENDED')).toBe(true);
  expect((await staff.call('recordGet', { limit: 100, confirm: 'DUE' })).data.records).toEqual([]);
  expect(await faultsOfCase(app, form.recordID)).toEqual([]);
});

/** The verdict on the code of a form, as far as its case and its withdrawal go. */
async function verdictOf(form: Form) {
  const code = (await details(form)).consents.find(({ consentID }) => consentID === form.consentID)!.verifyCode!;
  const { status, ended, isTakenBack } = (await callerOf(app).call('verifyByCode', { code })).data;
  return { status, ...(ended && { ended }), ...(isTakenBack && { isTakenBack }) };
}

function longOf(day: string): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
