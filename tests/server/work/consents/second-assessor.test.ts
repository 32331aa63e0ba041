import type { Input } from '#contract/calls.ts';
import { DAY } from '#domain/base/limits.ts';
import { NEW_RULES_SINCE } from '#tests/support/forms/new-rules.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { aPatient, draft, handOver, inked, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { anAbleChild, family2 } from '#tests/support/forms/form-2.ts';
import { kept, registerTablet, sendEnvelope } from '#tests/support/tablet/tablet.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';

const app = useTestApp();
let staff: Caller;
let colleague: Caller;
beforeEach(async () => {
  staff = await signIn(app);
  colleague = await signIn(app, 'bch@demo.nhs.uk');
});

/** The id of a new patient who becomes so old in so many days. */
async function patientOf(years: number, inDays = 0): Promise<string> {
  const [year, month, day] = localDate(app.clock.now() + inDays * DAY, app.deps.settings.timeZone).split('-');
  return (await staff.call('patientCreate', aPatient({ dateOfBirth: `${Number(year) - years}-${month}-${day}` }))).data.patient
    .id;
}

const YES = { treatment: true, risks: true, alternatives: true, weighs: true, free: true };
const finding = (
  { consentID, version }: { consentID: string; version: number },
  change: Partial<Input<'recordAssessChild'>> = {},
) => ({
  consentID,
  version,
  points: YES,
  able: true,
  reason: 'Told it back in own words',
  ...change,
});
const send = async ({ consentID, version }: { consentID: string; version: number }) => {
  const refused = await staff.refused('consentSend', { consentID, version, channel: 'DEVICE' });
  return refused.fields?.map(({ path, message }) => [path, message]);
};
/** The same call as a tablet kept it without a network, judged when it arrives. */
const sendKept = async ({ consentID, version }: { consentID: string; version: number }) => {
  const tablet = await registerTablet(await signIn(app));
  const op = kept('consentSend', { consentID, version, channel: 'DEVICE' }, { capturedAt: '2026-08-06T14:04:50.000Z' });
  const [result] = await sendEnvelope(app, tablet, [op]);
  return result?.body.fields?.map(({ path, message }: { path: string; message: string }) => [path, message]);
};
const needsSecond = [['child.gillick.second', 'A second assessor assesses the child too, under an own account']];
const tooYoung = [['formType', 'Too young to decide alone. Use Form 2: somebody with parental responsibility decides']];

test.each([
  ['0 years', 0, 0, tooYoung],
  ['the day before the eighth birthday', 8, 1, tooYoung],
  ['the eighth birthday', 8, 0, needsSecond],
  ['the day before the thirteenth birthday', 13, 1, needsSecond],
  ['the thirteenth birthday', 13, 0, []],
  ['the day before the sixteenth birthday', 16, 1, []],
] as const)('Form 1, decided alone, at %s', async (_, years, inDays, faults) => {
  const made = await draft(staff, { patientID: await patientOf(years, inDays), child: anAbleChild() });
  expect(made.data.missing.map(({ path, message }) => [path, message])).toEqual(faults);
  if (faults.length > 0) expect([await send(made), await sendKept(made)]).toEqual([faults, faults]);
  if (faults !== needsSecond) {
    const [fault] = (await colleague.refused('recordAssessChild', finding(made))).fields ?? [];
    const enough = 'From 13 one assessor is enough: no second assessment is needed';
    const young = 'Below 8 nobody decides alone: somebody with parental responsibility decides';
    expect(fault).toEqual({ path: 'able', message: faults === tooYoung ? young : enough });
    return;
  }
  expect(made.data.gillickBy).toBe(made.data.clinician._id);
  // The person who made the first, a role without the right, and answers that do not fit.
  expect((await staff.refused('recordAssessChild', finding(made))).fields?.map(({ path }) => path)).toEqual(['able']);
  const nurse = await signIn(app, 'nurse@demo.nhs.uk');
  expect((await nurse.refused('recordAssessChild', finding(made))).code).toBe('FORBIDDEN');
  for (const change of [{ points: { ...YES, weighs: false } }, { able: false }])
    expect((await colleague.refused('recordAssessChild', finding(made, change))).fields).not.toEqual([]);
  // One who finds otherwise keeps the form from being sent; the same colleague may judge again.
  const otherwise = finding(made, { able: false, points: { ...YES, free: false }, reason: 'Looks at the mother first' });
  const no = (await colleague.call('recordAssessChild', otherwise)).data;
  expect(no.missing.map(({ path }) => path)).toEqual(['child.gillick.second']);
  const yes = (await colleague.call('recordAssessChild', finding(no))).data;
  expect(yes.child?.gillick?.second).toMatchObject({ able: true, reason: 'Told it back in own words', points: YES });
  expect(yes.missing).toEqual([]);
  const sent = (await staff.call('consentSend', { consentID: yes.consentID, version: yes.version, channel: 'DEVICE' })).data;
  expect(sent.shown).toMatchObject({
    family: { child: { gillick: { able: true, second: { able: true, name: yes.child!.gillick!.second!.name } } } },
  });
  expect((await colleague.refused('recordAssessChild', finding(sent))).code).toBe('MOVE_REFUSED');
  const { timeline } = (await staff.call('recordDetails', { id: made.recordID })).data;
  expect(timeline.filter(({ type }) => type === 'GILLICK_ASSESSED').length).toBeGreaterThanOrEqual(2);
  const holder = await handOver(app, staff, { consentID: yes.consentID });
  expect((await holder.call('recordSign', inked(holder.details))).data.status).toBe('PARTIALLY_SIGNED');
});

test('Form 2, where the child decides: refused below eight, and by a second assessor from eight to twelve', async () => {
  const form = async (years: number) => ({
    ...family2({ basis: 'CHILD', parents: [], child: anAbleChild() }),
    formType: 'FORM_2' as const,
    templateID: (await staff.call('templatesGet', { search: 'FORM_2' })).data.records[0]!._id,
    patientID: await patientOf(years),
  });
  const pathsAt = async (years: number) =>
    (await draft(staff, await form(years))).data.missing
      .map(({ path }) => path)
      .filter((path) => path === 'basis' || path.startsWith('child'));
  expect([await pathsAt(7), await pathsAt(9), await pathsAt(13)]).toEqual([['basis'], ['child.gillick.second'], []]);
});

test('the second assessment is of the first one as it is: a change removes it, and a call sets none', async () => {
  const child = anAbleChild();
  const made = await draft(staff, { patientID: await patientOf(10), child });
  const assessed = (await colleague.call('recordAssessChild', finding(made))).data;
  const saved = assessed.child!;
  const update = async (version: number, changed: Input<'consentUpdate'>['child']) =>
    (await staff.call('consentUpdate', { consentID: made.consentID, version, child: changed })).data;
  // As a page sends the whole part back, and as a tablet that does not know of it.
  const echoed = await update(assessed.version, { ...saved, note: 'Likes trains' });
  expect(echoed.child?.gillick?.second).toEqual(saved.gillick?.second);
  const unknown = await update(echoed.version, { ...child, note: 'Likes trains' });
  expect(unknown.child?.gillick?.second).toEqual(saved.gillick?.second);
  const changed = await update(unknown.version, { ...saved, gillick: { ...saved.gillick!, reason: 'Another reason' } });
  expect(changed.child?.gillick?.second ?? null).toBeNull();
  expect(changed.missing.map(({ path }) => path)).toEqual(['child.gillick.second']);
  // The colleague who changes the first assessment is not the second.
  const own = (
    await colleague.call('consentUpdate', {
      consentID: made.consentID,
      version: changed.version,
      child: { ...child, gillick: { ...child.gillick!, reason: 'Mine now' } },
    })
  ).data;
  expect((await colleague.refused('recordAssessChild', finding(own))).code).toBe('INVALID');
  expect((await staff.refused('recordAssessChild', finding(own))).fields?.[0]?.message).toMatch(
    /^The first assessment names an assessor of your name/,
  );
});

test('at the signature the age counts again, but for a form from before the rule', async () => {
  const form = async (sentAt: string) => {
    const { consentID, version } = await draft(staff, { patientID: await patientOf(14), child: anAbleChild() });
    await staff.call('consentSend', { consentID, version, channel: 'DEVICE' });
    const holder = await handOver(app, staff, { consentID });
    const born = sql`jsonb_set(pinned, '{patient,dateOfBirth}', '"2017-01-02"')`;
    await sql`update consents set sent_at = ${sentAt}, pinned = ${born} where id = ${consentID}`.execute(app.database.db);
    return (await holder.refused('recordSign', inked(holder.details))).code;
  };
  expect(await form(NEW_RULES_SINCE)).toBe('MOVE_REFUSED');
  expect(await form('2026-08-06T10:00:00.000Z')).toBe('SIGNED_CONTENT_MISMATCH');
});

/** Calls as a tablet kept them, which arrive in one envelope. @returns the status and the faults of each */
const arrived = async (...ops: ReturnType<typeof kept>[]) => {
  const results = await sendEnvelope(app, await registerTablet(await signIn(app)), ops);
  return results.map(({ status, body }) => [status, body.fields?.map(({ path }: { path: string }) => path) ?? body.error ?? '']);
};
const AT = { capturedAt: '2026-08-06T14:04:50.000Z' };
const second = 'child.gillick.second';

test('a form of a child of nine that a tablet kept is judged by the assessors that there are when it arrives', async () => {
  const made = async () => draft(staff, { patientID: await patientOf(9), child: anAbleChild() });
  const sendNow = ({ consentID, version }: { consentID: string; version: number }) =>
    kept('consentSend', { consentID, version, channel: 'DEVICE' }, AT);
  const none = await made();
  expect(await arrived(sendNow(none))).toEqual([[400, [second]]]);

  const other = (await colleague.call('recordAssessChild', finding(await made()))).data;
  expect(await arrived(sendNow(other))).toEqual([[200, '']]);

  // Its own assessor writes the second assessment as well: no kept call sets one.
  const same = await made();
  const { consentID } = same;
  const { gillick } = anAbleChild();
  const twice = { ...anAbleChild(), gillick: { ...gillick!, second: other.child!.gillick!.second! } };
  const update = kept('consentUpdate', { consentID, version: same.version, child: twice }, AT);
  const send = kept('consentSend', { consentID, version: { after: update.key }, channel: 'DEVICE' }, AT);
  expect(await arrived(update, send)).toEqual([
    [200, ''],
    [400, [second]],
  ]);

  // A colleague's judgement is of the first assessment that there was.
  const before = (await colleague.call('recordAssessChild', finding(await made()))).data;
  const changed = { ...before.child!, gillick: { ...before.child!.gillick!, reason: 'Another reason' } };
  const change = kept('consentUpdate', { consentID: before.consentID, version: before.version, child: changed }, AT);
  const late = kept('consentSend', { consentID: before.consentID, version: { after: change.key }, channel: 'DEVICE' }, AT);
  expect(await arrived(change, late)).toEqual([
    [200, ''],
    [400, [second]],
  ]);
});

test.each([
  ['nine, with a second assessor', '', [200, '']],
  ['nine, without one', '2017-01-02', [409, 'MOVE_REFUSED']],
  ['seven', '2019-01-02', [409, 'MOVE_REFUSED']],
] as const)(
  'a signature of a child of %s that a tablet kept is judged by the age when it was given',
  async (_, born, outcome) => {
    const years = born === '' ? 9 : 14;
    const made = await draft(staff, { patientID: await patientOf(years), child: anAbleChild() });
    const whole = born === '' ? (await colleague.call('recordAssessChild', finding(made))).data : made;
    const { consentID, version } = whole;
    await staff.call('consentSend', { consentID, version, channel: 'DEVICE' });
    const { details } = await handOver(app, staff, { consentID });
    if (born !== '')
      await sql`update consents set sent_at = ${NEW_RULES_SINCE}, pinned = jsonb_set(pinned, '{patient,dateOfBirth}', ${JSON.stringify(born)}::jsonb)
      where id = ${consentID}`.execute(app.database.db);
    const about = { consentID, role: 'PATIENT' as const, handoverId: crypto.randomUUID() };
    const signature = inked(details, { handoverId: about.handoverId, ...AT });
    const results = await arrived(kept('consentSendToSign', about, AT), kept('recordSign', signature, AT));
    expect(results.at(-1)).toEqual(outcome);
  },
);
