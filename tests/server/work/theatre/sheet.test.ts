import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { CallFailed } from '#contract/engine/call.ts';
import { DAY, HOUR } from '#domain/base/limits.ts';
import { readSheetCode } from '#domain/theatre/sheet-code.ts';
import { SHEET_LOCKED } from '#domain/theatre/theatre-sheet.ts';
import { unpackZip } from '#server/outside/import/zip-directory.ts';
import { aPatient, draft, sent, signAll, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { onPdf } from '#tests/server/outside/pdf/pdf-tools.ts';
import { filled, rowsOf, sheetDesk, type Fill } from './sheet-desk.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});
const desk = sheetDesk(app, () => staff);

/** Half past three in the afternoon is later on this day: each test has a list of its own. */
async function newDay(): Promise<void> {
  const { now, advance } = app.clock;
  advance(Math.ceil(now() / DAY) * DAY + 14 * HOUR - now());
  staff = await signIn(app);
}

/** A form that is out. */
async function formOf(lastName: string, refusals: string[] = []) {
  const patient = (
    await staff.call('patientCreate', aPatient({ firstName: 'Amber', lastName, emailAddress: 'canary@example.org' }))
  ).data.patient;
  return sent(staff, { patientID: patient.id, refusals });
}

/** A form that is out, alone on the list of a new day. */
async function listedForm(lastName = 'Demo-Beech', refusals: string[] = []) {
  await newDay();
  const form = await formOf(lastName, refusals);
  await desk.list(form.recordID, 0);
  return form;
}

const AGREED: Fill = { outcome: 'AGREED', time: '15:30', signer: 'Amber Demo-Beech, patient', clinician: 'Demo Clinician' };
/** after the time of {@link AGREED}, local */
const later = () => app.clock.advance((5 / 6) * HOUR);
const refusal = async (made: Promise<unknown>): Promise<CallFailed> => {
  const error = await made.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof CallFailed) return error;
  throw error instanceof Error ? error : new Error('it was not refused');
};
const events = async (recordID: string) => (await staff.call('recordDetails', { id: recordID })).data.timeline;
const typesIn = async (recordID: string) => (await events(recordID)).map(({ type }) => type);
const statusOf = async (recordID: string) => (await staff.call('recordDetails', { id: recordID })).data.record.status;

test('a sheet is a protected workbook of texts, whose open cells alone are unlocked, without contact details', async () => {
  const form = await listedForm('=HYPERLINK("x")', ['No pork products']);
  const file = await desk.sheet(0);
  const [headings, row] = await rowsOf(file);
  expect(headings).toEqual([...SHEET_LOCKED, 'Outcome', 'Time', 'Signer, role', 'Clinician', 'Interpreter', 'Note']);
  expect(readSheetCode(String(row?.[0]))).toBeDefined();
  expect(row?.[1]).toContain('=HYPERLINK');
  expect(row?.slice(7, 9)).toEqual(['Not ready', 'Nobody has signed yet. Refusals: No pork products']);
  expect(row?.slice(10)).toEqual(Array.from({ length: 6 }, () => null));
  const parts = unpackZip(file);
  const sheet = parts.get('xl/worksheets/sheet1.xml')!.toString();
  expect(sheet).toContain('<sheetProtection sheet="1"');
  expect(sheet).not.toContain('<f>');
  expect(sheet).toContain('"AGREED,DECLINED,MORE_TIME,WITHDRAWN"');
  expect([...parts.values()].join('')).not.toContain('canary');
  const { sheets } = await readXlsx(file, { readStyles: true });
  const lockedOf = (at: string) => sheets[0]?.cells?.get(at)?.style?.protection?.locked;
  for (let at = 0; at < 16; at += 1) expect(lockedOf(`1,${at}`)).toBe(at < 10 ? undefined : false);
  expect(sheets[1]?.rows.length).toBeGreaterThan(4);
  expect(form.status).toBe('SENT');
});

test('agreed on paper is a report and no signature: the light stays amber, and the scan is still to come', async () => {
  const form = await listedForm();
  const file = await filled(await desk.sheet(0), { 'DEMO-BEECH': AGREED });
  later();
  const preview = await desk.preview(file);
  expect(preview.message).toBe('Successfully parsed 1 records');
  expect(preview.written).toBe(0);
  expect(preview.data).toMatchObject([
    {
      row: 2,
      ok: true,
      isThere: false,
      clash: null,
      recordID: form.recordID,
      value: { outcome: 'AGREED', signer: AGREED.signer },
      shown: { patient: { lastName: 'Demo-Beech' } },
      errors: [],
      before: [],
    },
  ]);
  expect(await typesIn(form.recordID)).not.toContain('PAPER_REPORTED');
  const done = await desk.commit(file);
  expect([done.message, done.written]).toEqual(['The sheet is saved', 1]);
  expect(await statusOf(form.recordID)).toBe('SENT');
  expect(await desk.lightOf(form.recordID, 0)).toEqual({ light: 'AMBER', reason: 'Signed on paper: no scan yet' });
  const told = (await events(form.recordID)).find(({ type }) => type === 'PAPER_REPORTED');
  expect(told).toMatchObject({
    actor: { kind: 'STAFF', name: 'Demo Clinician' },
    versionId: form.consentID,
    detail: { outcome: 'AGREED', signer: 'Amber Demo-Beech', role: 'PATIENT', clinician: 'Demo Clinician' },
  });
  expect((await staff.call('recordTimeline', { id: form.recordID })).data.chain.ok).toBe(true);
  // The form is signed on the tablet after all.
  const { version } = (await staff.call('recordDetails', { id: form.recordID })).data.consents[0]!;
  await signAll(app, staff, { ...form, version });
  expect(await statusOf(form.recordID)).toBe('SIGNED');
});

test('brought back twice, by two people at once, and from another sheet: nothing is doubled', async () => {
  const form = await listedForm();
  const first = await desk.sheet(0);
  const file = await filled(first, { 'DEMO-BEECH': AGREED });
  later();
  const colleague = await signIn(app, 'bch@demo.nhs.uk');
  const other = sheetDesk(app, () => colleague);
  const both = await Promise.all([desk.commit(file), other.commit(file)]);
  expect(both.map(({ written }) => written).toSorted()).toEqual([0, 1]);
  expect((await desk.preview(file)).data).toMatchObject([
    { ok: true, isThere: true, clash: null, before: [{ outcome: 'AGREED' }] },
  ]);
  expect((await desk.commit(file)).written).toBe(0);
  const again = await filled(await desk.sheet(0), { 'DEMO-BEECH': { ...AGREED, signer: 'amber demo-beech, PATIENT' } });
  expect((await desk.commit(again)).written).toBe(0);
  expect((await typesIn(form.recordID)).filter((type) => type === 'PAPER_REPORTED')).toHaveLength(1);
});

test('the same form has the same code on the pack and on a later workbook, and another one once it has changed', async () => {
  const form = await listedForm();
  const codeIn = async () => readSheetCode(String((await rowsOf(await desk.sheet(0)))[1]?.[0]));
  const code = await codeIn();
  const pack = await desk.sheet(0, 'PDF');
  expect(onPdf(pack, 'pdftotext', '-raw', 'FILE', '-').replaceAll(/[^0-9A-Z]/g, '')).toContain(code);
  later();
  expect(await codeIn()).toBe(code);
  await staff.call('recordRecall', { consentID: form.consentID, reason: 'A wrong word' });
  expect(await codeIn()).not.toBe(code);
});

test('other values, a changed form, a signed one and a time before the sheet wait for a person, and overwrite nothing', async () => {
  const other = await listedForm('Demo-Other');
  const changed = await formOf('Demo-Changed');
  const done = await formOf('Demo-Signed');
  const early = await formOf('Demo-Early');
  for (const { recordID } of [changed, done, early]) await desk.list(recordID, 0);
  const sheet = await desk.sheet(0);
  later();
  await desk.commit(await filled(sheet, { 'DEMO-OTHER': { ...AGREED, signer: 'Amber Demo-Other' } }));
  await staff.call('recordRecall', { consentID: changed.consentID, reason: 'A wrong word' });
  const { version } = (await staff.call('recordDetails', { id: changed.recordID })).data.consents[0]!;
  await staff.call('consentSend', { consentID: changed.consentID, version, channel: 'DEVICE' });
  await signAll(app, staff, done);
  const file = await filled(sheet, {
    'DEMO-OTHER': { ...AGREED, note: 'At the bedside' },
    'DEMO-CHANGED': AGREED,
    'DEMO-SIGNED': AGREED,
    'DEMO-EARLY': { ...AGREED, time: '07:00' },
  });
  const { data } = await desk.preview(file);
  const byName = new Map(data.map((each) => [each.shown!.patient.lastName, each]));
  expect(Object.fromEntries([...byName].map(([name, { clash, ok }]) => [name, [clash, ok]]))).toEqual({
    'Demo-Other': ['OTHER_VALUES', false],
    'Demo-Changed': ['CHANGED', false],
    'Demo-Signed': ['SIGNED', false],
    'Demo-Early': ['BEFORE_SHEET', false],
  });
  const refused = await refusal(desk.commit(file));
  expect([refused.code, refused.fields?.length]).toEqual(['INVALID', 4]);
  const rows = data.map(({ row }) => ({ row }));
  expect((await refusal(desk.commit(file, rows))).fields?.[0]?.message).toMatch(/a person has to choose/);
  const early2 = byName.get('Demo-Early')!;
  expect((await refusal(desk.commit(file, [{ row: early2.row, clash: 'CHANGED' }]))).code).toBe('INVALID');
  expect(await typesIn(early.recordID)).not.toContain('PAPER_REPORTED');
  // A person chooses: each of them counts, and what was there stays.
  const chosen = data.map(({ row, clash }) => ({ row, clash: clash! }));
  expect((await desk.commit(file, chosen)).written).toBe(4);
  expect((await typesIn(other.recordID)).filter((type) => type === 'PAPER_REPORTED')).toHaveLength(2);
  expect(await statusOf(done.recordID)).toBe('SIGNED');
  expect((await desk.commit(file, chosen)).written).toBe(0);
});

test('a no, a wish for time and a withdrawal act as those of staff', async () => {
  const no = await listedForm('Demo-No');
  const time = await formOf('Demo-Time');
  const gone = await formOf('Demo-Gone');
  await signAll(app, staff, gone);
  for (const { recordID } of [time, gone]) await desk.list(recordID, 0);
  const file = await filled(await desk.sheet(0), {
    'DEMO-NO': { outcome: 'Declined', time: '15:40', signer: 'Amber Demo-No', note: 'Wants to wait' },
    'DEMO-TIME': { outcome: 'more time', time: '15:41' },
    'DEMO-GONE': { outcome: 'WITHDRAWN', time: '15:42', note: 'Changed her mind' },
  });
  later();
  expect((await desk.commit(file)).written).toBe(3);
  expect(await desk.lightOf(no.recordID, 0)).toEqual({ light: 'RED', reason: 'The patient does not agree' });
  expect(await statusOf(time.recordID)).toBe('SENT');
  expect(await typesIn(time.recordID)).toContain('MORE_TIME');
  expect(await desk.lightOf(gone.recordID, 0)).toEqual({ light: 'RED', reason: 'The consent is withdrawn' });
  const declined = (await events(no.recordID)).find(({ type }) => type === 'DECLINED');
  expect(declined?.detail).toMatchObject({ role: 'PATIENT', reason: 'Wants to wait' });
  // Once more: all of it is there.
  expect((await desk.preview(file)).data.map(({ isThere }) => isThere)).toEqual([true, true, true]);
  expect((await desk.commit(file)).written).toBe(0);
});

test('locked columns are not read: only the code says whose row it is', async () => {
  const form = await listedForm('Demo-Real');
  const file = await filled(await desk.sheet(0), { 'DEMO-REAL': { ...AGREED, signer: 'Amber Demo-Real, patient' } }, (rows) =>
    rows.map((row, at) =>
      at === 0
        ? row
        : [row[0] ?? null, 'SOMEBODY, Else', '1 Jan 1900', '0', 'Amputation', 'LEFT', 'x', 'Ready', '', '', ...row.slice(10)],
    ),
  );
  later();
  const [row] = (await desk.preview(file)).data;
  expect(row).toMatchObject({ ok: true, recordID: form.recordID, shown: { patient: { lastName: 'Demo-Real' } } });
  expect(JSON.stringify(row)).not.toContain('SOMEBODY');
});

test('a code that was altered, one of nobody and of another hospital are refused alike, and with them the whole sheet', async () => {
  const form = await listedForm();
  const sheet = await desk.sheet(0);
  const code = String((await rowsOf(sheet))[1]?.[0]);
  const withCode = (text: string) =>
    filled(sheet, { 'DEMO-BEECH': AGREED }, (rows) => rows.map((row, at) => (at === 0 ? row : [text, ...row.slice(1)])));
  later();
  const first = code.startsWith('A') ? 'B' : 'A';
  const faultOf = async (text: string, by = desk) => (await by.preview(await withCode(text))).data[0]!;
  expect((await faultOf(first + code.slice(1))).errors[0]).toMatchObject({
    path: 'code',
    message: expect.stringContaining('a character is wrong'),
  });
  expect((await faultOf('')).errors[0]?.message).toContain('missing');
  const stranger = await signIn(app, 'clinician@second.nhs.uk');
  const abroad = await faultOf(
    code,
    sheetDesk(app, () => stranger),
  );
  expect(abroad).toMatchObject({
    recordID: null,
    shown: null,
    errors: [{ path: 'code', message: 'No form has this code here' }],
  });
  const bad = await withCode(first + code.slice(1));
  expect((await refusal(desk.commit(bad))).fields?.[0]?.path).toBe('rows.2.code');
  expect(await typesIn(form.recordID)).not.toContain('PAPER_REPORTED');
});

test('one code twice in a file is one report, or a contradiction', async () => {
  await listedForm();
  const sheet = await desk.sheet(0);
  later();
  const twice = (note: string | null) =>
    filled(sheet, { 'DEMO-BEECH': AGREED }, (rows) => [...rows, [...(rows[1] ?? []).slice(0, 15), note]]);
  expect((await desk.preview(await twice('Else'))).data[1]).toMatchObject({ ok: false, errors: [{ path: 'code' }] });
  const same = await twice(null);
  expect((await desk.preview(same)).data[1]).toMatchObject({ ok: true, isThere: true });
  expect((await desk.commit(same)).written).toBe(1);
});

test('a form with two codes in one file, of before and after it changed, is one report as well', async () => {
  const form = await listedForm();
  const old = String((await rowsOf(await desk.sheet(0)))[1]?.[0]);
  await staff.call('recordRecall', { consentID: form.consentID, reason: 'A wrong word' });
  const { version } = (await staff.call('recordDetails', { id: form.recordID })).data.consents[0]!;
  await staff.call('consentSend', { consentID: form.consentID, version, channel: 'DEVICE' });
  const sheet = await desk.sheet(0);
  later();
  const both = (note: string | null) =>
    filled(sheet, { 'DEMO-BEECH': AGREED }, (rows) => [...rows, [old, ...(rows[1] ?? []).slice(1, 15), note]]);
  expect((await desk.preview(await both('Else'))).data[1]).toMatchObject({ ok: false, errors: [{ path: 'code' }] });
  expect((await desk.commit(await both(null))).written).toBe(1);
  expect((await typesIn(form.recordID)).filter((type) => type === 'PAPER_REPORTED')).toHaveLength(1);
});

test('a commit names the file that was looked at, and rows that are in it', async () => {
  await listedForm();
  const file = await filled(await desk.sheet(0), { 'DEMO-BEECH': AGREED });
  later();
  const path = async (input: Parameters<typeof desk.send>[1]) => (await refusal(desk.send(file, input))).fields?.[0]?.path;
  expect(await path({ commit: 'true' })).toBe('digest');
  expect(await path({ commit: 'true', digest: '0'.repeat(64) })).toBe('digest');
  for (const rows of ['[1.5]', '["2"]', '{', '[{"row":2,"clash":"MAYBE"}]'])
    await expect(desk.send(file, { rows })).rejects.toThrow('Some of what was entered is not right');
  const { digest } = (await desk.preview(file)).file;
  expect(await path({ commit: 'true', digest, rows: '[{"row":9}]' })).toBe('rows.9');
  expect((await desk.commit(file, [])).written).toBe(0);
  // A number takes the row as it stands, whatever it clashes with.
  await desk.commit(await filled(await desk.sheet(0), { 'DEMO-BEECH': { ...AGREED, note: 'Before' } }));
  expect((await desk.preview(file)).data[0]?.clash).toBe('OTHER_VALUES');
  expect((await desk.send(file, { commit: 'true', digest, rows: '[2]' })).written).toBe(1);
});

test('files that are no sheet are refused in words; a sheet saved as CSV is read', async () => {
  const form = await listedForm();
  const code = String((await rowsOf(await desk.sheet(0)))[1]?.[0]);
  later();
  expect((await refusal(desk.preview(Buffer.from('a,b\n1,2\n')))).fields?.[0]?.message).toMatch(/no sheet of a list/);
  expect((await refusal(desk.preview(Buffer.from('%PDF-1.7')))).code).toBe('UNSUPPORTED');
  expect((await refusal(desk.preview(Buffer.from('')))).code).toBe('INVALID');
  const csv = `Code;Outcome;Time;"Signer, role";Clinician;Interpreter;Note\r\n${code};AGREED;15:30;"Amber Demo-Beech, patient";;;\r\n`;
  expect((await desk.commit(Buffer.from(csv))).written).toBe(1);
  expect(await typesIn(form.recordID)).toContain('PAPER_REPORTED');
});

test('a role brings back what it may do with a call, and no more', async () => {
  const form = await listedForm('Demo-Role');
  const sheet = await desk.sheet(0);
  later();
  const clerk = await signIn(app, 'hospital@demo.nhs.uk');
  const asClerk = sheetDesk(app, () => clerk);
  const fill = (outcome: string) => filled(sheet, { 'DEMO-ROLE': { ...AGREED, signer: 'Amber Demo-Role, patient', outcome } });
  expect((await asClerk.preview(await fill('DECLINED'))).data[0]?.errors[0]?.message).toMatch(/Your role may not record/);
  expect((await asClerk.commit(await fill('AGREED'))).written).toBe(1);
  expect(await typesIn(form.recordID)).toContain('PAPER_REPORTED');
});

test('a draft is on the list without boxes that lead nowhere, and nobody is on the sheet of an empty day', async () => {
  await newDay();
  const { recordID } = await draft(staff);
  await desk.list(recordID, 0);
  const { lastName } = (await staff.call('recordDetails', { id: recordID })).data.record.patient;
  const file = await filled(await desk.sheet(0), { [lastName.toUpperCase()]: AGREED });
  later();
  expect((await desk.preview(file)).data[0]?.errors[0]?.message).toMatch(/not ready for signing yet/);
  expect((await refusal(desk.sheet(33))).fields?.[0]?.message).toBe('Nobody is listed on these days, so there is no sheet');
});

test('a pack is the list and each form that is out, with its own codes', async () => {
  const form = await listedForm('Demo-Pack');
  const gone = await draft(staff);
  await desk.list(gone.recordID, 0);
  const pack = await desk.sheet(0, 'PDF');
  expect(onPdf(pack, 'qpdf', '--check', 'FILE')).toContain('No syntax or stream encoding errors found');
  const pages = onPdf(pack, 'pdftotext', '-layout', 'FILE', '-').split('\f').slice(0, -1);
  expect(pages[0]).toContain('Sheet for a dead tablet');
  expect(pages[0]).toContain('DEMO-PACK');
  const { caseNumber } = (await staff.call('recordDetails', { id: form.recordID })).data.record;
  expect(pages[0]).toMatch(new RegExp(`Born .+ · ${caseNumber}`));
  expect(pages[0]).toContain('MORE_TIME');
  // Nothing is signed that could be taken back.
  expect(pages[0]).not.toContain('WITHDRAWN');
  expect(pages[0]).toContain('Page 1 of 1');
  expect(pages.slice(1).every((page) => page.includes('To be signed with ink'))).toBe(true);
  expect(pages[1]).toContain(`Page 1 of ${pages.length - 1}`);
  expect(pages.length).toBeGreaterThan(2);
  expect(form.status).toBe('SENT');
});

test('a name whose letters were read wrongly comes back as a fault of its row, and writes nothing', async () => {
  const form = await listedForm();
  const file = await desk.sheet(0);
  later();
  for (const change of [{ signer: 'Amber DemÃ¼-Beech, patient' }, { clinician: 'Dr M\uFFFDller' }, { note: 'Zo\uFFFD' }]) {
    const [field] = Object.keys(change);
    const back = await filled(file, { 'DEMO-BEECH': { ...AGREED, ...change } });
    expect((await desk.preview(back)).data.map(({ ok, errors }) => [ok, errors.map(({ path }) => path)])).toEqual([
      [false, [field]],
    ]);
  }
  expect(await statusOf(form.recordID)).toBe('SENT');
});

test('where other teams’ records need a reason, ink is brought back by whoever is there, and opens nothing to them', async () => {
  const form = await listedForm('Demo-Elm');
  const file = await filled(await desk.sheet(0), { 'DEMO-ELM': { ...AGREED, signer: 'Amber Demo-Elm, patient' } });
  later();
  const outsider = await signIn(app, 'eyes@demo.nhs.uk');
  app.deps.settings.breakGlass = true;
  try {
    await sheetDesk(app, () => outsider).commit(file);
    expect((await outsider.refused('recordDetails', { id: form.recordID })).code).toBe('REASON_NEEDED');
    expect(await typesIn(form.recordID)).toContain('PAPER_REPORTED');
  } finally {
    app.deps.settings.breakGlass = false;
  }
});
