import { expect, test } from 'vitest';
import { callForFile } from '#contract/engine/call.ts';
import { calls, type Input } from '#contract/calls.ts';
import { DAY } from '#domain/base/limits.ts';
import { aPatient, draft, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let auditor: Caller & { token: string };
let clinician: Caller & { token: string };
const app = useTestApp(async (opened) => {
  auditor = await signIn(opened, 'auditor@demo.nhs.uk');
  clinician = await signIn(opened);
});

const trail = async (filter: Input<'auditGet'> = {}) => (await auditor.call('auditGet', { limit: 100, ...filter })).data;
const newPatient = async () => {
  const { patient } = (await clinician.call('patientCreate', aPatient())).data;
  return { id: patient.id, number: patient.recordID ?? '', lastName: patient.lastName };
};
const asText = async (name: 'auditExport' | 'auditAccessReport', input: Input<'auditExport'> & Input<'auditAccessReport'>) =>
  Buffer.from(await (await callForFile(calls[name], input, app.wire(auditor.token))).arrayBuffer()).toString('utf8');

test('the trail of a patient holds who read the record, with call, role, tablet and address; a day’s holds the lists as well', async () => {
  const { id, number } = await newPatient();
  const { recordID } = await draft(clinician, { patientID: id });
  await clinician.call('recordDetails', { id: recordID });
  await clinician.call('patientGetDetails', { id });
  await clinician.call('patientGet', { search: number });
  const read = (await trail({ patient: number, show: 'READ' })).lines;
  expect(read.map(({ source, type, detail }) => [source, type, detail])).toEqual([
    ['ACCESS', 'OPENED', 'patientGetDetails'],
    ['ACCESS', 'OPENED', 'recordDetails'],
  ]);
  expect(read[0]).toMatchObject({
    patient: number,
    address: '127.0.0.1',
    actor: { kind: 'STAFF', name: 'Demo Clinician', role: expect.stringMatching(/\w/) },
  });
  const changed = (await trail({ patient: number, show: 'CHANGE' })).lines;
  expect(new Set(changed.map(({ source }) => source))).toEqual(new Set(['CASE', 'PATIENT']));
  for (const { address, userID } of changed) expect([address, userID]).toEqual(['127.0.0.1', read[0]?.userID]);
  const all = (await trail({ patient: number })).lines;
  expect(all.map(({ id: line }) => line).toSorted()).toEqual([...read, ...changed].map(({ id: line }) => line).toSorted());
  const [list] = (await trail({ show: 'READ' })).lines;
  expect(list).toMatchObject({ type: 'LIST', patient: null, detail: 'patientGet: 1 line, page 1, by a search' });
});

test('one person is followed over all days, and nobody else is among them', async () => {
  const { email } = await addPerson(app, { role: 'CLINICIAN', like: 'clinician@demo.nhs.uk', lastName: 'Followed' });
  const person = await signIn(app, email);
  const { recordID } = await draft(person);
  await person.call('recordDetails', { id: recordID });
  app.clock.advance(2 * DAY);
  auditor = await signIn(app, 'auditor@demo.nhs.uk');
  clinician = await signIn(app);
  await (await signIn(app, email)).call('recordTimeline', { id: recordID });
  const userID = (await trail({ person: 'Followed' })).lines[0]?.userID ?? '';
  const { lines } = await trail({ userID });
  expect(new Set(lines.map(({ actor }) => actor?.name))).toEqual(new Set(['Test Followed']));
  expect(new Set(lines.map(({ source }) => source))).toEqual(new Set(['CASE', 'PATIENT', 'ACCESS', 'SECURITY']));
  expect(new Set(lines.map(({ at }) => at.slice(0, 10))).size).toBe(2);
  const pages: string[] = [];
  let place: Awaited<ReturnType<typeof trail>>['next'] = null;
  do {
    const page: Awaited<ReturnType<typeof trail>> = await trail({ userID, limit: 3, ...place });
    pages.push(...page.lines.map(({ id }) => id));
    place = page.next;
  } while (place !== null);
  expect(pages).toEqual(lines.map(({ id }) => id));
});

test('what is shown is exported as CSV and XLSX, is no formula, and is itself logged', async () => {
  const { id, number } = await newPatient();
  await clinician.call('patientGetDetails', { id });
  app.deps.settings.breakGlass = true;
  await draft(clinician, { patientID: id });
  await (await signIn(app, 'eyes@demo.nhs.uk')).call('patientBreakGlass', { id, reason: '=HYPERLINK("x")' });
  app.deps.settings.breakGlass = false;
  const csv = await asText('auditExport', { patient: number, format: 'CSV' });
  expect(csv.split('\r\n')[0]).toMatch(/Time \(UTC\).*What.*Who.*Role.*Patient.*Concerns.*Detail.*Reason.*Address.*Tablet/);
  expect(csv).toContain('Record opened');
  expect(csv).not.toMatch(/(^|[,;"\n])=HYPERLINK/);
  expect((await asText('auditExport', { patient: number, format: 'XLSX' })).slice(0, 2)).toBe('PK');
  const [line] = (await auditor.call('securityGet', { type: 'LOG_EXPORTED' })).data.records;
  expect(line?.detail).toMatch(new RegExp(`^audit trail: \\d+ lines as XLSX, all days, ${number}$`));
});

test('the report for a patient says who read and changed the record, and holds no other patient, address or tablet', async () => {
  const [own, other] = [await newPatient(), await newPatient()];
  const { recordID } = await draft(clinician, { patientID: own.id });
  await clinician.call('recordDetails', { id: recordID });
  await clinician.call('patientGetDetails', { id: other.id });
  await clinician.call('patientGet', { search: own.number });
  const report = await asText('auditAccessReport', { patient: own.number, format: 'CSV' });
  for (const each of ['Case opened', 'Record opened', 'Demo Clinician', 'Consent started']) expect(report).toContain(each);
  for (const each of [other.number, other.lastName, own.lastName, '127.0.0.1', 'List shown', 'Address'])
    expect([each, report.includes(each)]).toEqual([each, false]);
  const [line] = (await auditor.call('securityGet', { type: 'RECORD_EXPORTED' })).data.records;
  expect(line).toMatchObject({
    subject: `patient ${own.number}`,
    detail: expect.stringContaining('who has read and changed it'),
  });
});

test('another organisation finds neither readings nor reasons, by number or by person', async () => {
  const { id, number } = await newPatient();
  await clinician.call('patientGetDetails', { id });
  const userID = (await trail({ patient: number })).lines[0]?.userID ?? '';
  const second = await signIn(app, 'admin@second.nhs.uk');
  for (const filter of [{ patient: number }, { userID }, { show: 'REASON' as const }])
    expect((await second.call('auditGet', filter)).data.lines).toEqual([]);
  expect((await second.call('auditReasons', {})).data).toEqual({ isOn: false, lastDay: 0, lastWeek: 0 });
});
