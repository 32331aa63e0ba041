import 'fake-indexeddb/auto';
import { beforeAll, expect, test } from 'vitest';
import type { Input } from '#contract/calls.ts';
import { identityCheckOf, identityValuesOf, isIdentityOpen, type IdentityValues } from '#domain/patients/identity-check.ts';
import { copyCautionWords } from '#domain/patients/identity-check-words.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { sha256Hex } from '#server/sha256.ts';
import { readCase } from '#store/views/cases.ts';
import { readComingList } from '#store/views/listed.ts';
import { aPatient, callerOf, sent, signAll, signIn, testNhsNumber, type Caller } from '#tests/support/forms/builders.ts';
import { ANSWERED_CHOICES } from '#tests/support/forms/answered-choices.ts';
import { confirmationOf } from '#tests/support/forms/confirmation.ts';
import { joinedTablet } from '#tests/support/tablet/joined-tablet.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();
let tablet: Awaited<ReturnType<typeof joinedTablet>>;
let staff: Caller & { token: string };
let colleague: Caller & { token: string };
beforeAll(async () => {
  staff = await signIn(app);
  colleague = await signIn(app, 'bch@demo.nhs.uk');
  tablet = await joinedTablet(app, 'cataract');
});

type Fields = Partial<Pick<Input<'patientUpdate'>, keyof IdentityValues>>;

/** Whether the question is open with no acceptance, one, the same account twice, and two. */
const ONE = [true, false, false, false] as const;
const TWO = [true, true, true, false] as const;
const NONE = [false, false, false, false] as const;
type Course = typeof ONE | typeof TWO | typeof NONE;

const NAMED = { firstName: 'Test', lastName: 'Demo-Places', dateOfBirth: '1950-03-14' } as const;
const [FIRST, SECOND, ADDED] = [testNhsNumber(51), testNhsNumber(52), testNhsNumber(53)];

/** The changes of a record, one after the other: each begins from the values of the form. */
const CHANGES: Readonly<Record<'numbered' | 'bare', readonly (readonly [string, Fields, Course])[]>> = {
  numbered: [
    ['first name changed', { firstName: 'Other' }, ONE],
    ['last name changed', { lastName: 'Demo-Other' }, ONE],
    ['first name spelt otherwise', { firstName: 'TEST' }, NONE],
    ['birth date changed', { dateOfBirth: '1951-04-15' }, TWO],
    ['number changed', { nhsNumber: SECOND }, TWO],
    ['number emptied', { nhsNumber: null }, TWO],
    ['name and birth date changed', { lastName: 'Demo-Other', dateOfBirth: '1951-04-15' }, TWO],
  ],
  bare: [['number added', { nhsNumber: ADDED }, ONE]],
};

type Form = { readonly recordID: string; readonly consentID: string; readonly code: string; readonly file: Buffer };

const today = () => localDate(app.clock.now(), app.deps.settings.timeZone);
const details = async (recordID: string) => (await staff.call('recordDetails', { id: recordID })).data;

async function change(recordID: string, fields: Fields): Promise<void> {
  const { id } = (await details(recordID)).record.patient;
  const { version } = (await staff.call('patientGetDetails', { id })).data.patient;
  await staff.call('patientUpdate', { id, version, ...fields });
}

/** A sealed form on a list of today. @param fields - the change of its record, where that comes while the form is out */
async function sealed(nhsNumber: string | null, fields?: Fields): Promise<Form> {
  const patientID = (await staff.call('patientCreate', aPatient({ ...NAMED, nhsNumber }))).data.patient.id;
  const out = await sent(staff, { patientID, additionalChoices: ANSWERED_CHOICES });
  const { recordID, consentID } = out;
  if (fields !== undefined) await change(recordID, fields);
  await signAll(app, staff, out);
  await app.doJobs();
  const { record, consents } = await details(recordID);
  const listed = { date: today(), theatre: '1', listType: 'THEATRE' } as const;
  await staff.call('recordUpdate', { recordID, version: record.version, listed });
  return { recordID, consentID, code: consents[0]!.verifyCode!, file: await staff.download(consentID) };
}

async function accept({ recordID, consentID }: Form, by: Caller): Promise<void> {
  const { record, consents } = await details(recordID);
  const { version } = consents[0]!;
  const body = { consentID, version, record: identityValuesOf(record.patient), reason: 'Checked with her' };
  await by.call('recordAcceptIdentity', body).catch(() => undefined);
}

const verifiedBy = async (code: string) => (await callerOf(app).call('verifyByCode', { code })).data;

/** Whether each place says, at this moment, that it is open whom the form is about. */
async function openAt(form: Form): Promise<Record<string, boolean>> {
  const { recordID, consentID, code, file } = form;
  const listed = (await staff.call('patientListed', { startDate: today(), endDate: today() })).data;
  const row = listed.find((each) => each.recordID === recordID)!;
  const { record, consents } = await details(recordID);
  const [consent] = consents;
  // The case, its confirmation and the caution beside its document read these values by one function.
  const onCase = identityCheckOf(consent!.shownPatient!, record.patient, consent!.identityChecks ?? []);
  const [byCode, byFile] = await Promise.all([
    staff.call('recordFormIdentity', { form: code }),
    staff.call('recordFormIdentity', { form: sha256Hex(file) }),
  ]);
  expect(byFile.data).toEqual(byCode.data);
  const told = byCode.data;
  if (told !== null)
    expect(told).toMatchObject({
      consentID,
      form: identityValuesOf(consent!.shownPatient!),
      record: identityValuesOf(record.patient),
    });
  const asVerified = told === null ? null : identityCheckOf(told.form, told.record, told.acceptances);
  await tablet.pull();
  const own = (await readComingList(tablet.store, today())).rows.find((each) => each.recordID === recordID)!;
  const kept = (await readCase(tablet.store, recordID))!;
  const onTablet = identityCheckOf(kept.consents[0]!.shownPatient!, kept.record.patient, kept.consents[0]!.identityChecks ?? []);
  const isNamed = ({ light, reason }: { light: string; reason: string }) =>
    light !== 'GREEN' && /signed form|second person/.test(reason);
  return {
    list: isNamed(row),
    case: isIdentityOpen(onCase),
    copy: copyCautionWords(onCase) !== '',
    verify: asVerified !== null && isIdentityOpen(asVerified),
    'tablet’s list': isNamed(own),
    'tablet’s case': isIdentityOpen(onTablet),
  };
}

/** The places, all with one answer. */
const everywhere = (isOpen: boolean) => ({
  list: isOpen,
  case: isOpen,
  copy: isOpen,
  verify: isOpen,
  'tablet’s list': isOpen,
  'tablet’s case': isOpen,
});

/** Walks the acceptances of one difference through all places. */
async function walk(form: Form, open: Course): Promise<void> {
  const before = JSON.stringify(await verifiedBy(form.code));
  const seen = [await openAt(form)];
  for (const by of [staff, staff, colleague]) {
    await accept(form, by);
    seen.push(await openAt(form));
  }
  expect(seen).toEqual(open.map(everywhere));
  // For anybody nothing has changed, and nobody is named.
  const after = JSON.stringify(await verifiedBy(form.code));
  expect(after).toBe(before);
  for (const word of ['Demo-', '1950', '1951', FIRST, SECOND, ADDED, 'consentID', 'acceptances'])
    expect(after).not.toContain(word);
}

async function walkAll(form: Form, kind: keyof typeof CHANGES): Promise<void> {
  for (const [called, fields, open] of CHANGES[kind]) {
    await change(form.recordID, fields);
    await walk(form, open).catch((error: unknown) => {
      throw new Error(called, { cause: error });
    });
    await change(form.recordID, { ...NAMED, ...(kind === 'numbered' && { nhsNumber: FIRST }) });
  }
}

test('after sealing, each change of the record is told in every place alike, until it is settled', async () => {
  await walkAll(await sealed(FIRST), 'numbered');
});

test('a number added where the form had none likewise', async () => {
  await walkAll(await sealed(null), 'bare');
});

test.each([
  ['last name', { lastName: 'Demo-Other' }, ONE],
  ['birth date', { dateOfBirth: '1951-04-15' }, TWO],
] as const)('a change of the %s while the form was out likewise', async (_, fields, open) => {
  await walk(await sealed(null, fields), open);
});

test('a confirmation on the day settles nothing of it', async () => {
  const form = await sealed(null);
  const { consents } = await details(form.recordID);
  await staff.call('recordConfirm', confirmationOf(consents[0]!, { at: app.clock.now(), clockOffset: 0 }));
  for (const [fields, open] of [
    [{ lastName: 'Demo-Other' }, ONE],
    [{ ...NAMED, dateOfBirth: '1951-04-15' }, TWO],
  ] as const) {
    await change(form.recordID, fields);
    await walk(form, open);
  }
});

test('whom a form names is told to nobody without the permission, nor of another organisation, and its reading is logged once', async () => {
  const form = await sealed(null);
  await change(form.recordID, { lastName: 'Demo-Other' });
  const linesOf = async () =>
    app.database.db
      .selectFrom('access_log')
      .select(['act', 'actor', 'case_id'])
      .where('call', '=', 'recordFormIdentity')
      .where('case_id', '=', form.recordID)
      .execute();
  const nurse = await signIn(app, 'nurse@demo.nhs.uk');
  expect((await nurse.call('recordFormIdentity', { form: form.code })).data).toMatchObject({
    record: { lastName: 'Demo-Other' },
  });
  await nurse.call('recordFormIdentity', { form: form.code });
  expect(await linesOf()).toEqual([{ act: 'OPENED', actor: 'Demo Nurse', case_id: form.recordID }]);
  expect((await nurse.call('recordFormIdentity', { form: '0000-0000-0000' })).data).toBeNull();
  expect((await callerOf(app).refused('recordFormIdentity', { form: form.code })).code).toBe('SIGN_IN');
  const auditor = await signIn(app, 'auditor@demo.nhs.uk');
  expect((await auditor.refused('recordFormIdentity', { form: form.code })).code).toBe('FORBIDDEN');
  const other = await signIn(app, 'admin@second.nhs.uk');
  expect((await other.call('recordFormIdentity', { form: form.code })).data).toBeNull();
  expect((await other.call('recordFormIdentity', { form: sha256Hex(form.file) })).data).toBeNull();
});

test('where records need a reason, whom a form names needs it too', async () => {
  const form = await sealed(null);
  await change(form.recordID, { lastName: 'Demo-Other' });
  app.deps.settings.breakGlass = true;
  const eyes = await signIn(app, 'eyes@demo.nhs.uk');
  const refused = await eyes.refused('recordFormIdentity', { form: form.code });
  const { id } = (await details(form.recordID)).record.patient;
  expect([refused.code, refused.data]).toEqual(['REASON_NEEDED', { patientID: id }]);
  await eyes.call('patientBreakGlass', { id, reason: 'Emergency admission, on call tonight' });
  expect((await eyes.call('recordFormIdentity', { form: form.code })).data).not.toBeNull();
  app.deps.settings.breakGlass = false;
});
