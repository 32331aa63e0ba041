import { beforeEach, expect, test } from 'vitest';
import { CallFailed } from '#contract/engine/call.ts';
import { DAY } from '#domain/base/limits.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { reconcileSent } from '#server/work/deliveries/reconcile.ts';
import { remindLinks } from '#server/work/links/remind-links.ts';
import { inked, signAll, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { visit } from '#tests/support/forms/link-of.ts';
import { formWithAddress, letter, POSTAL_ADDRESS, switchLetters } from '#tests/support/messages/letters.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { withoutPermission } from '#tests/support/people/role-permissions.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { accessibleFaults } from '#tests/server/outside/pdf/accessible-faults.ts';
import { onPdf, textOf } from '#tests/server/outside/pdf/pdf-tools.ts';
import { readCodes } from '#tests/server/outside/pdf/read-code.ts';

let staff: Caller & { token: string };
const app = useTestApp();
beforeEach(async () => {
  await app.database.db.deleteFrom('message_usage').execute();
  await switchLetters(app, 'ON');
  staff = await signIn(app);
});

type Form = Awaited<ReturnType<typeof formWithAddress>>;
const print = async ({ consentID, patientID }: Pick<Form, 'consentID' | 'patientID'>, by = staff, change = {}) => {
  const { patient } = (await staff.call('patientGetDetails', { id: patientID })).data;
  return letter(app, by, { consentID, address: patient.address ?? POSTAL_ADDRESS, ...change });
};
const refusal = async (printing: Promise<Buffer>) => {
  const answer = await printing.catch((error: unknown) => error);
  if (!(answer instanceof CallFailed)) throw new Error('The letter was not refused');
  return answer;
};
const versionOf = async ({ recordID, consentID }: Form) =>
  (await staff.call('recordDetails', { id: recordID })).data.consents.find((each) => each.consentID === consentID)!;
const linkOf = async (form: Form) => (await versionOf(form)).links?.[0];
const messagesOf = async ({ consentID }: Form) => (await staff.call('messagesList', { consentID })).data;
const usedOf = async () => (await (await signIn(app, 'admin@demo.nhs.uk')).call('messagesSettings', {})).data.used.letters;
const tokenOf = async (pdf: Buffer) => (await readCodes(pdf, 1))[0]?.split('/login/')[1] ?? '';
const change = async ({ patientID }: Form, fields: object) => {
  const { patient } = (await staff.call('patientGetDetails', { id: patientID })).data;
  await staff.call('patientUpdate', { id: patientID, version: patient.version, ...fields });
};

test('a letter has one page with the address in the window, nothing clinical, and a code by which its reader signs', async () => {
  const form = await formWithAddress(staff);
  const file = await print(form);
  expect(onPdf(file, 'pdfinfo', 'FILE')).toMatch(/Pages:\s+1\b/);
  expect(onPdf(file, 'qpdf', '--check', 'FILE')).toContain('No syntax or stream encoding errors found');
  expect(await accessibleFaults(file)).toEqual([]);
  const text = textOf(file);
  for (const words of [
    `Demo-Ottilie ${form.patient.lastName} 12 Demo Road Demo Town DE2 3MO`,
    'A form for you to read and answer',
    'It works until 2 September 2026, for you alone.',
    'and we go through the form with you.',
    'Is it real? Ring the number on an earlier letter',
  ])
    expect(text).toContain(words);
  expect(text).toMatch(/and say C-\d{6}\./);
  for (const canary of [
    'Cataract',
    'surgery',
    'eye',
    '1950',
    '14 March',
    'Clinician',
    'Form 1',
    'phaco',
    form.patient.recordID ?? 'P-',
  ])
    expect(text.toLowerCase()).not.toContain(canary.toLowerCase());
  const [url, ...others] = await readCodes(file, 1);
  expect(others).toEqual([]);
  expect(text.replaceAll(' ', '')).toContain(url);
  const patient = await visit(app, { token: await tokenOf(file), dateOfBirth: '1950-03-14', lastName: form.patient.lastName });
  expect((await patient.call('recordSign', inked(patient.details))).data).toMatchObject({ signerState: 'SIGNED' });
});

test('the case says that it is printed, and never that it is sent; it is counted, and nobody asks a service about it', async () => {
  const form = await formWithAddress(staff);
  await print(form);
  expect(await messagesOf(form)).toMatchObject([{ channel: 'LETTER', state: 'SENT', words: 'Printed', signing_order: 1 }]);
  expect(await linkOf(form)).toMatchObject({ way: 'LETTER', delivery: { state: 'SENT', channel: 'LETTER' } });
  expect(await usedOf()).toBe(1);
  const row = await app.database.db
    .selectFrom('deliveries')
    .selectAll()
    .where('consent_id', '=', form.consentID)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ service: 'PRINT', recipient: null, body: null, parts: null });
  expect(row.settled_at).not.toBeNull();
  app.clock.advance(2 * DAY);
  await app.doJobs();
  await reconcileSent(app.deps);
  staff = await signIn(app);
  expect(await messagesOf(form)).toMatchObject([{ words: 'Printed' }]);
  const again = await staff.refused('messagesAgain', { id: row.id });
  expect(again.code).toBe('MOVE_REFUSED');
  expect(JSON.stringify(app.log)).not.toContain('Demo Road');
});

test('each letter is a link of its own for 28 days, and the one before ends', async () => {
  const form = await formWithAddress(staff);
  const first = await tokenOf(await print(form));
  const second = await tokenOf(await print(form));
  expect(second).not.toBe(first);
  const days = (Date.parse((await linkOf(form))?.endsAt ?? '') - app.clock.now()) / DAY;
  expect(days).toBeCloseTo(28, 3);
  expect(await usedOf()).toBe(2);
  const holder = { dateOfBirth: '1950-03-14', lastName: form.patient.lastName };
  await expect(visit(app, { token: first, ...holder })).rejects.toThrow('This page has ended');
  app.clock.advance(27 * DAY);
  await visit(app, { token: second, ...holder });
});

test('nobody is reminded of a letter by another way, which staff have not chosen', async () => {
  const emailAddress = `letter-${Math.random().toString(36).slice(2)}@example.org`;
  const form = await formWithAddress(staff, { emailAddress });
  await print(form);
  const remindedAfter = async (days: number) => {
    app.clock.advance(days * DAY);
    await remindLinks(app.deps);
    await app.doJobs();
    return (await mailsTo(app, emailAddress)).length;
  };
  for (const days of [4, 9, 12]) expect(await remindedAfter(days)).toBe(0);
});

test('in the patient’s language first, where the hospital has its pages in it, and in English below', async () => {
  Object.assign(app.deps.settings, { patientLanguages: ['cy', 'ar'] });
  for (const [language, words] of [
    ['cy', /Ffurflen i chi ei darllen a’i hateb/u],
    ['ar', /\p{Script=Arabic}{3}/u],
  ] as const) {
    const form = await formWithAddress(staff, { communication: { language } });
    const file = await print(form);
    const text = textOf(file);
    expect(text.search(words)).toBeGreaterThan(0);
    expect(text.indexOf('A form for you to read and answer')).toBeGreaterThan(text.search(words));
    expect(onPdf(file, 'pdfinfo', 'FILE')).toMatch(/Pages:\s+1\b/);
    expect(await accessibleFaults(file)).toEqual([]);
    expect(await readCodes(file, 1)).toHaveLength(1);
  }
  Object.assign(app.deps.settings, { patientLanguages: [] });
});

test('without patients.write nobody is shown an address; who has it says that a protected one is safe', async () => {
  const form = await formWithAddress(staff);
  const giveBack = await withoutPermission(app, 'clinician@demo.nhs.uk', 'patients.write');
  expect(await refusal(print(form))).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  await giveBack();
  await change(form, { restricted: true, reason: 'Asked for' });
  expect((await refusal(print(form))).fields[0]?.path).toBe('addressConfirmed');
  expect(textOf(await print(form, staff, { addressConfirmed: true }))).toContain('12 Demo Road');
});

test('an address that was changed since it was seen gets no letter', async () => {
  const form = await formWithAddress(staff);
  await change(form, { address: '9 Other Demo Street\nDemo Town' });
  const answer = await refusal(letter(app, staff, { consentID: form.consentID, address: POSTAL_ADDRESS }));
  expect(answer).toMatchObject({ status: 400, fields: [{ path: 'address' }] });
  expect((await linkOf(form)) ?? null).toBeNull();
  expect(textOf(await print(form))).toContain('9 Other Demo Street');
});

test('the month’s limit holds, and a hospital without a telephone writes to nobody', async () => {
  await switchLetters(app, 'ON', 1);
  await print(await formWithAddress(staff));
  const form = await formWithAddress(staff);
  const full = await refusal(print(form));
  expect(full.fields[0]?.message).toBe('Nothing was sent: month’s limit reached');
  await switchLetters(app, 'ON');
  const setUp = (patient_phone: string | null) =>
    app.database.db.updateTable('organisations').set({ patient_phone }).where('name', '=', 'Demo General Hospital').execute();
  await setUp(null);
  expect(await refusal(print(form))).toMatchObject({ status: 409, code: 'SETUP_NEEDED' });
  await setUp('01632 960100');
  expect(await usedOf()).toBe(1);
});

const decease = async ({ patientID: id }: Form) => {
  const { version } = (await staff.call('patientGetDetails', { id })).data.patient;
  await staff.call('patientUpdateStatus', { id, version, status: 'DECEASED' });
};
const refused: readonly (readonly [string, (form: Form) => Promise<unknown>, object])[] = [
  [
    'a wish for no letters',
    (form) => change(form, { communication: { refused: ['LETTER'] } }),
    { status: 409, code: 'CONTACT_REFUSED', message: FAILURES.CONTACT_REFUSED.message },
  ],
  [
    'an address in letters that no font has',
    (form) => change(form, { address: '12 ߒߞߏ' }),
    { status: 400, code: 'INVALID', fields: [{ message: expect.stringContaining('cannot be printed') }] },
  ],
  [
    'an address that does not fit its window',
    (form) =>
      change(form, {
        address: Array.from({ length: 12 }, (_, at) => `${at} Demo Crescent behind the long Demo Road, Demo Parva`)
          .join('\n')
          .slice(0, 500),
      }),
    { status: 400, code: 'INVALID', fields: [{ message: expect.stringContaining('does not fit the window') }] },
  ],
  [
    'a record that may be somebody else’s by now',
    (form) => change(form, { firstName: 'Else', lastName: 'Demo-Other', dateOfBirth: '1971-02-03' }),
    { status: 409, message: FAILURES.WHO_IS_IT.message },
  ],
  ['no address', (form) => change(form, { address: null }), { status: 400, code: 'INVALID' }],
  [
    'protected details that nobody has asked about',
    (form) => change(form, { restricted: true, reason: 'Asked for' }),
    { status: 400, code: 'INVALID' },
  ],
  ['a death', (form) => decease(form), { code: 'MOVE_REFUSED', message: FAILURES.PATIENT_TAKES_NONE.message }],
  [
    'letters that are off',
    () => switchLetters(app, 'OFF'),
    { status: 409, code: 'CHANNEL_OFF', message: FAILURES.CHANNEL_OFF.message },
  ],
  ['a form that is answered', async (form) => signAll(app, staff, await versionOf(form)), { status: 409 }],
  [
    'a form that was made by mistake',
    (form) => staff.call('recordVoid', { consentID: form.consentID, reason: 'Other person' }),
    { status: 409 },
  ],
];
test.each(refused)('%s: no letter, and nothing of one is left', async (_, make, expected) => {
  const form = await formWithAddress(staff);
  await make(form);
  expect(await refusal(print(form))).toMatchObject(expected);
  expect(await usedOf()).toBe(0);
  expect((await linkOf(form)) ?? null).toBeNull();
});
