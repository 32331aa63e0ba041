import { expect, test } from 'vitest';
import type { Input } from '#contract/calls.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { aPatient, draft, sent, signAll, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let auditor: Caller & { token: string };
let clinician: Caller;
const app = useTestApp(async (opened) => {
  auditor = await signIn(opened, 'auditor@demo.nhs.uk');
  clinician = await signIn(opened);
});

const trail = async (filter: Input<'auditGet'> = {}) => (await auditor.call('auditGet', filter)).data;

/** A new patient, and the number by which people name this patient. */
async function newPatient() {
  const { patient } = (await clinician.call('patientCreate', aPatient())).data;
  return { patientID: patient.id, number: patient.recordID ?? '', lastName: patient.lastName };
}

test('a day’s trail holds acts on cases and on accounts in one order, and names no signer', async () => {
  const { patientID, number } = await newPatient();
  await signAll(app, clinician, await sent(clinician, { patientID }));
  const { lines } = await trail({ limit: 100 });
  expect(lines.map(({ at }) => at)).toEqual(
    lines
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  expect(new Set(lines.map(({ source }) => source))).toEqual(new Set(['CASE', 'PATIENT', 'SECURITY']));
  const signatures = lines.filter(({ type }) => type === 'SIGNED');
  const signer = signatures.find(({ actor }) => actor?.kind === 'SIGNER');
  expect(signer?.actor).toEqual({ kind: 'SIGNER', name: '', role: 'PATIENT' });
  const staff = lines.find(({ type }) => type === 'CONSENT_SENT');
  expect(staff).toMatchObject({ patient: number, actor: { kind: 'STAFF', name: expect.stringMatching(/\w/) } });
  expect(lines.find(({ type }) => type === 'SIGNED_IN')).toMatchObject({ source: 'SECURITY', patient: null });
});

test('the trail of a patient holds this patient’s cases on every day, and nothing else', async () => {
  const { patientID, number } = await newPatient();
  const form = await draft(clinician, { patientID });
  await draft(clinician);
  app.clock.advance(3 * 86_400_000);
  auditor = await signIn(app, 'auditor@demo.nhs.uk');
  clinician = await signIn(app);
  await clinician.call('recordVoid', { consentID: form.consentID, reason: 'Another patient', kind: 'WRONG_PATIENT' });
  const { lines } = await trail({ patient: number.toLowerCase() });
  expect(lines.map(({ type }) => type)).toEqual(expect.arrayContaining(['VOIDED', 'CASE_CREATED', 'CONSENT_CREATED']));
  expect(new Set(lines.map(({ patient }) => patient))).toEqual(new Set([number]));
  const today = localDate(app.clock.now(), 'Europe/London');
  expect((await trail({ patient: number, day: today })).lines.map(({ type }) => type)).toEqual(['VOIDED']);
  expect((await trail({ patient: 'P-999999' })).lines).toEqual([]);
});

test('a person is found by part of the name, and no signer by theirs', async () => {
  const { patientID, lastName } = await newPatient();
  await signAll(app, clinician, await sent(clinician, { patientID }));
  const { lines } = await trail({ limit: 100 });
  const name = lines.find(({ type }) => type === 'CONSENT_SENT')?.actor?.name ?? '';
  const theirs = (await trail({ person: name.slice(1, -1), limit: 100 })).lines;
  expect(theirs.length).toBeGreaterThan(3);
  for (const { source, actor } of theirs) if (source === 'CASE') expect(actor).toMatchObject({ kind: 'STAFF', name });
  const ofPatient = (await trail({ person: lastName, limit: 100 })).lines;
  expect(ofPatient.filter(({ actor }) => actor?.kind === 'SIGNER')).toEqual([]);
  expect((await trail({ person: '%' })).lines.filter(({ source }) => source === 'CASE')).toEqual([]);
});

test('pages are read on from a line, so that new ones move nothing', async () => {
  for (let nth = 0; nth < 6; nth += 1) await draft(clinician);
  const [first, ...rest] = (await trail({ limit: 100 })).lines;
  const found: string[] = [];
  let place: Awaited<ReturnType<typeof trail>>['next'] = { beforeAt: first?.at ?? '', beforeId: first?.id ?? '' };
  while (place !== null) {
    const page = await trail({ limit: 7, ...place });
    found.push(...page.lines.map(({ id }) => id));
    place = page.next;
    // Acts meanwhile, of which each reading is one.
    await draft(clinician);
  }
  expect(found.length).toBeGreaterThan(14);
  expect(found).toEqual(rest.map(({ id }) => id));
});

test('reading the trail is logged with what was looked for, and is on the trail itself', async () => {
  await trail({ day: '2026-08-01', person: 'Nobody', patient: 'P-000001' });
  const [line] = (await auditor.call('securityGet', { type: 'TRAIL_READ' })).data.records;
  expect(line).toMatchObject({ detail: '2026-08-01, P-000001, “Nobody”' });
  expect((await trail()).lines[0]).toMatchObject({ type: 'TRAIL_READ', source: 'SECURITY' });
});

test('it holds nothing of another organisation, and half a place or a strange number is refused', async () => {
  const second = await signIn(app, 'admin@second.nhs.uk');
  const { lines } = (await second.call('auditGet', { limit: 100 })).data;
  expect(lines.filter(({ source }) => source === 'CASE')).toEqual([]);
  for (const query of ['beforeAt=2026-08-01T00:00:00.000Z', 'patient=Smith', 'day=2026-02-30', 'limit=101'])
    expect(
      (await app.ask({ url: `/api/audit/get?${query}`, headers: { authorization: `Bearer ${auditor.token}` } })).status,
    ).toBe(400);
  expect((await (await signIn(app, 'nurse@demo.nhs.uk')).refused('auditGet', {})).code).toBe('FORBIDDEN');
});
