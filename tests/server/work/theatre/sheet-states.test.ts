import { beforeEach, expect, test } from 'vitest';
import { CallFailed } from '#contract/engine/call.ts';
import { DAY, HOUR } from '#domain/base/limits.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import { readSheetCode } from '#domain/theatre/sheet-code.ts';
import { aPatient, draft, procedureId, sent, signAll, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { onPdf } from '#tests/server/outside/pdf/pdf-tools.ts';
import { filled, rowsOf, sheetDesk, type Fill } from './sheet-desk.ts';

// Sheets for patients who take no consent, for two versions at once and for names, and the rows accepted from them.

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});
const desk = sheetDesk(app, () => staff);

/** Half past three in the afternoon is later on this day: each test has a list of its own. */
beforeEach(async () => {
  const { now, advance } = app.clock;
  advance(Math.ceil(now() / DAY) * DAY + 14 * HOUR - now());
  staff = await signIn(app);
});
const later = () => app.clock.advance((5 / 6) * HOUR);

const personOf = async (lastName: string) =>
  (await staff.call('patientCreate', aPatient({ firstName: 'Amber', lastName }))).data.patient;
/** A form that is out, on today's list. */
async function listedForm(lastName: string) {
  const patient = await personOf(lastName);
  const form = await sent(staff, { patientID: patient.id });
  await desk.list(form.recordID, 0);
  return { ...form, patient };
}
const row = (lastName: string, outcome: string, more: Partial<Fill> = {}): Fill => ({
  outcome,
  time: '15:30',
  signer: `Amber ${lastName}, patient`,
  ...more,
});
const details = async (recordID: string) => (await staff.call('recordDetails', { id: recordID })).data;
const typesIn = async (recordID: string) => (await details(recordID)).timeline.map(({ type }) => type);
const pagesOf = async () =>
  onPdf(await desk.sheet(0, 'PDF'), 'pdftotext', '-layout', 'FILE', '-')
    .split('\f')
    .slice(0, -1);
const previewed = async (sheet: Buffer, fills: Readonly<Record<string, Fill>>) =>
  (await desk.preview(await filled(sheet, fills))).data[0]!;

test.each(['DECEASED', 'MERGED'] as const)(
  '%s: no form and no box that it would need, agreed is refused, and a no still counts',
  async (status) => {
    const form = await listedForm('Demo-Gone');
    const before = await desk.sheet(0);
    const survivor = status === 'MERGED' ? await personOf('Demo-Survivor') : form.patient;
    const mergedInto = status === 'MERGED' ? { mergedInto: survivor.id } : {};
    await staff.call('patientUpdateStatus', { id: form.patient.id, version: form.patient.version, status, ...mergedInto });
    const pages = await pagesOf();
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain(survivor.lastName.toUpperCase());
    expect(pages[0]).toContain('DECLINED');
    // The heads of the sheet speak of AGREED: a box stands alone.
    expect(pages[0]).not.toContain('MORE_TIME');
    const sheet = await desk.sheet(0);
    const reason = String((await rowsOf(sheet))[1]?.[8]);
    if (status === 'MERGED') expect(reason).toMatch(/merged into another\. The form is of DEMO-GONE, Amber, born 14 Mar 1950\./);
    else expect(reason).toBe('The patient is recorded as deceased');
    later();
    // The sheets from before and after give the same result.
    for (const [file, name] of [
      [before, 'DEMO-GONE'],
      [sheet, survivor.lastName.toUpperCase()],
    ] as const) {
      for (const outcome of ['AGREED', 'MORE_TIME']) {
        const read = await previewed(file, { [name]: row('Demo-Gone', outcome) });
        expect(read).toMatchObject({ ok: false, errors: [{ path: 'outcome' }] });
        expect(read.errors[0]!.message).toMatch(status === 'MERGED' ? /merged into another, so it cannot be signed/ : /deceased/);
        const lastName = survivor.lastName;
        expect(read.shown).toMatchObject({
          patient: { lastName },
          mergedFrom: status === 'MERGED' ? { id: form.patient.id, lastName: 'Demo-Gone' } : null,
        });
      }
    }
    const refused = desk.commit(await filled(sheet, { [survivor.lastName.toUpperCase()]: row('Demo-Gone', 'AGREED') }));
    await expect(refused).rejects.toBeInstanceOf(CallFailed);
    expect(await typesIn(form.recordID)).not.toContain('PAPER_REPORTED');
    const no = await filled(sheet, { [survivor.lastName.toUpperCase()]: row('Demo-Gone', 'DECLINED') });
    expect((await desk.commit(no)).written).toBe(1);
    expect((await details(form.recordID)).record.status).toBe('DECLINED');
  },
);

test('agreed, and then more time by a choice: nothing says signed on paper any longer', async () => {
  const form = await listedForm('Demo-Time');
  const sheet = await desk.sheet(0);
  later();
  await desk.commit(await filled(sheet, { 'DEMO-TIME': row('Demo-Time', 'AGREED') }));
  expect((await desk.lightOf(form.recordID, 0))?.reason).toBe('Signed on paper: no scan yet');
  const wish = await filled(sheet, { 'DEMO-TIME': row('Demo-Time', 'MORE_TIME', { time: '15:35' }) });
  const [read] = (await desk.preview(wish)).data;
  expect(read?.clash).toBe('OTHER_VALUES');
  expect((await desk.commit(wish, [{ row: read!.row, clash: 'OTHER_VALUES' }])).written).toBe(1);
  expect((await desk.lightOf(form.recordID, 0))?.reason).toBe('Nobody has signed yet');
  expect((await typesIn(form.recordID)).filter((type) => type === 'PAPER_REPORTED')).toHaveLength(2);
  // Agreed once more after that counts again.
  const again = await filled(sheet, { 'DEMO-TIME': row('Demo-Time', 'AGREED', { time: '15:40' }) });
  expect((await desk.commit(again, [{ row: read!.row, clash: 'OTHER_VALUES' }])).written).toBe(1);
  expect((await desk.lightOf(form.recordID, 0))?.reason).toBe('Signed on paper: no scan yet');
});

test.each(['AGREED', 'DECLINED'])('%s under a name that the form does not know waits for a person', async (outcome) => {
  const form = await listedForm('Demo-Name');
  const file = await filled(await desk.sheet(0), { 'DEMO-NAME': row('Demo-Name', outcome, { signer: 'John Other, patient' }) });
  later();
  const [read] = (await desk.preview(file)).data;
  expect(read).toMatchObject({
    ok: false,
    clash: 'OTHER_SIGNER',
    errors: [],
    shown: { signers: [{ signer: 'Amber Demo-Name', role: 'PATIENT' }] },
  });
  await expect(desk.commit(file)).rejects.toBeInstanceOf(CallFailed);
  expect(await typesIn(form.recordID)).not.toContain('PAPER_REPORTED');
  expect((await desk.commit(file, [{ row: read!.row, clash: 'OTHER_SIGNER' }])).written).toBe(1);
  expect((await details(form.recordID)).record.status).toBe(outcome === 'AGREED' ? 'SENT' : 'DECLINED');
});

test('of a version in force and a newer one that is out, the row and the pack are of the one to be signed', async () => {
  const patient = await personOf('Demo-Newer');
  const first = await signed(app, staff, { patientID: patient.id });
  await desk.list(first.recordID, 0);
  const codeNow = async () => readSheetCode(String((await rowsOf(await desk.sheet(0)))[1]?.[0]));
  const codeOfFirst = await codeNow();
  expect(await pagesOf()).toHaveLength(1);
  const { consentID, data: newer } = await staff.call('recordReopen', { id: first.recordID, reason: 'A new finding' });
  // A draft is not to be signed: the version in force may be taken back.
  expect(await codeNow()).toBe(codeOfFirst);
  const { version } = await staff.call('consentUpdate', {
    consentID,
    version: newer.version,
    procedures: [{ procedureID: await procedureId(staff), side: 'LEFT' }],
    clinicianStatement: { discussed: true, capacity: true },
  });
  await staff.call('consentSend', { consentID, version, channel: 'DEVICE' });
  expect(await codeNow()).not.toBe(codeOfFirst);
  const pages = await pagesOf();
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.slice(1).every((page) => page.includes('To be signed with ink'))).toBe(true);
  expect(pages[0]).toContain('MORE_TIME');
  expect(pages[0]).not.toContain('WITHDRAWN');
  // The row shows the side of its own form.
  expect(pages[0]).toMatch(/LEFT/);
  expect((await rowsOf(await desk.sheet(0)))[1]?.[5]).toBe('LEFT eye');
  const file = await filled(await desk.sheet(0), { 'DEMO-NEWER': row('Demo-Newer', 'AGREED') });
  later();
  expect((await desk.commit(file)).written).toBe(1);
  const told = (await details(first.recordID)).timeline.find(({ type }) => type === 'PAPER_REPORTED');
  expect(told?.versionId).toBe(consentID);
});

test('a signed form has the boxes of a signed form, and a no to it takes it back by a choice', async () => {
  const patient = await personOf('Demo-Signed');
  const form = await sent(staff, { patientID: patient.id });
  await desk.list(form.recordID, 0);
  const sheet = await desk.sheet(0);
  await signAll(app, staff, form);
  const [page] = await pagesOf();
  expect(page).toContain('WITHDRAWN');
  expect(page).not.toContain('MORE_TIME');
  expect(page).not.toContain('DECLINED');
  later();
  const file = await filled(sheet, { 'DEMO-SIGNED': row('Demo-Signed', 'DECLINED', { note: 'Does not want it any more' }) });
  const [read] = (await desk.preview(file)).data;
  expect(read).toMatchObject({ ok: false, clash: 'WITHDRAWS', errors: [] });
  const nurse = await signIn(app, 'hospital@demo.nhs.uk');
  const [refused] = (await sheetDesk(app, () => nurse).preview(file)).data;
  expect(refused?.errors[0]?.message).toMatch(/Your role may not record/);
  await expect(desk.commit(file)).rejects.toBeInstanceOf(CallFailed);
  expect((await desk.commit(file, [{ row: read!.row, clash: 'WITHDRAWS' }])).written).toBe(1);
  expect((await details(form.recordID)).record.status).toBe('WITHDRAWN');
  const end = (await details(form.recordID)).timeline.find(({ type }) => type === 'WITHDRAWN');
  expect(end?.detail).toMatchObject({ reason: 'Does not want it any more' });
  expect((await desk.commit(file)).written).toBe(0);
});

test('a form is taken back by a sheet in the name of whoever may ask for that, and of anybody else without a name', async () => {
  const forms: Record<string, string> = {};
  const fills: Record<string, Fill> = {};
  for (const role of SIGNER_ROLES) {
    const lastName = `Demo-Role-${role.replace('_', '-')}`;
    const { recordID, consentID } = await signed(app, staff, { patientID: (await personOf(lastName)).id });
    await desk.list(recordID, 0);
    await app.database.db
      .updateTable('recipients')
      .set({ role })
      .where('consent_id', '=', consentID)
      .where('role', '=', 'PATIENT')
      .execute();
    forms[role] = recordID;
    fills[lastName.toUpperCase()] = row(lastName, 'WITHDRAWN', { signer: `Amber ${lastName}, ${ROLE_WORDS[role]}`, note: role });
  }
  const sheet = await desk.sheet(0);
  later();
  expect((await desk.commit(await filled(sheet, fills))).written).toBe(SIGNER_ROLES.length);
  const names: Record<string, string> = {};
  for (const [role, recordID] of Object.entries(forms)) {
    const end = (await details(recordID)).timeline.find(({ type }) => type === 'WITHDRAWN');
    expect(end?.detail).toMatchObject({ reason: role });
    names[role] = end?.actor.kind ?? '';
  }
  expect(names).toEqual({
    PATIENT: 'SIGNER',
    PARENT: 'SIGNER',
    CHILD: 'SIGNER',
    CONSULTEE: 'SIGNER',
    INTERPRETER: 'STAFF',
    WITNESS: 'STAFF',
    CLINICIAN: 'STAFF',
    CONFIRMER: 'STAFF',
    SECOND_OPINION: 'STAFF',
  });
});

test('a version about another patient says nothing on a sheet, and has no code', async () => {
  const { consentID, recordID } = await draft(staff, { patientID: (await personOf('Demo-Wrong')).id });
  await desk.list(recordID, 0);
  const admin = await signIn(app, 'bch@demo.nhs.uk');
  await admin.call('recordVoid', { consentID, reason: 'Another person', kind: 'WRONG_PATIENT' });
  const [, cells] = await rowsOf(await desk.sheet(0));
  expect(cells?.slice(0, 6).map((each) => each ?? '')).toEqual(['', 'DEMO-WRONG, Amber', '14 Mar 1950', '', '', '']);
  const [page] = await pagesOf();
  expect(page).not.toMatch(/cataract/i);
  expect(page).toContain('No form to sign');
});
