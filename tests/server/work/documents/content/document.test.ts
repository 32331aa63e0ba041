import { expect, test } from 'vitest';
import { aPatient, draft, handOver, inked, sent, signed, signIn, typed } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { onPdf } from '#tests/server/outside/pdf/pdf-tools.ts';

const app = useTestApp();

/** The words of each page, one space between. */
const pagesOf = (pdf: Buffer): string[] =>
  onPdf(pdf, 'pdftotext', '-raw', 'FILE', '-')
    .split('\f')
    .map((page) => page.replaceAll(/\s+/g, ' '));

test('page 1 says what a records department looks for, also where nothing is recorded', async () => {
  const staff = await signIn(app);
  const { data } = await staff.call('patientCreate', aPatient({ firstName: 'Amber', lastName: 'Demo-Rowan' }));
  const form = await signed(app, staff, { patientID: data.patient.id });
  // The job draws later: what the profile says by then is not what was signed.
  const own = app.database.db.updateTable('users').where('email', '=', 'clinician@demo.nhs.uk');
  await own.set({ grade: 'Registrar', consultant_code: '9999999' }).execute();
  await app.doJobs();
  const [first = ''] = pagesOf(await staff.download(form.consentID));
  expect(first).toContain('Demo Clinician, Consultant, registration number 7000042');
  expect(first).not.toContain('9999999');
  expect(first).toContain(data.patient.recordID);
  expect(first).toContain('none recorded');
  expect(first).toContain('14 March 1950 (76)');
  expect(first).toContain('Yes, in the clinician’s judgement, recorded on 6 August 2026.');
  expect(first).toContain('Not needed.');
  expect(first).toContain('The patient’s choices');
});

test('an interpreter who is not needed is said, and a refusal is boxed on page 1', async () => {
  const staff = await signIn(app);
  const additionalChoices = [{ id: 'blood', title: 'Blood transfusion', answer: 'REFUSE' as const }];
  const form = await signed(app, staff, { interpreterNeeded: false, additionalChoices });
  await app.doJobs();
  const [first = ''] = pagesOf(await staff.download(form.consentID));
  expect(first).toContain('Interpreter Not needed.');
  expect(first).toContain('Refusals Blood transfusion: NO');
});

test('a time of the tablet that cannot be is marked in words, and refused nowhere', async () => {
  const staff = await signIn(app);
  const form = await sent(staff);
  const holder = await handOver(app, staff, form);
  await holder.call('recordSign', inked(holder.details, { capturedAt: '2099-01-01T00:00:00.000Z' }));
  await staff.call('recordSign', typed(form, { capturedAt: '2026-08-06T11:05:00.000Z', clockOffset: 3 * 3_600_000 }));
  await app.doJobs();
  const text = pagesOf(await staff.download(form.consentID)).join(' ');
  expect(text).toContain('The tablet’s clock was wrong by 72 years');
  // At the signature and in the timeline.
  expect(text.split('The tablet’s clock was wrong by 3 hours: it was slow.')).toHaveLength(3);
  // To the second, with the zone.
  expect(text).toMatch(/6 August 2026, 12:05:00 BST/);
  const { data } = await staff.call('recordDetails', { id: form.recordID });
  expect(data.timeline.filter(({ type }) => type === 'SIGNED').map(({ detail }) => detail['clockOffset'])).toEqual([
    undefined,
    3 * 3_600_000,
  ]);
  expect(data.consents[0]?.signatures.map(({ clockOffset }) => clockOffset)).toEqual([undefined, 3 * 3_600_000]);
});

test('the timeline keeps how far the clock of a tablet was off', async () => {
  const staff = await signIn(app);
  const { consentID, recordID, version } = await draft(staff);
  await staff.call('userDevice', { deviceId: '019fd764-42e5-7092-b2b2-62c217650eee' });
  const answer = await app.ask({
    method: 'POST',
    url: '/api/consent/send',
    headers: {
      authorization: `Bearer ${staff.token}`,
      'idempotency-key': '019fd764-42e5-7092-b2b2-62c217650eed',
      'x-device-id': '019fd764-42e5-7092-b2b2-62c217650eee',
      'x-captured-at': '2026-08-06T13:00:00.000Z',
      'x-clock-offset': '-600000',
    },
    payload: { consentID, version, channel: 'DEVICE' },
  });
  expect(answer.status).toBe(200);
  const { data } = await staff.call('recordDetails', { id: recordID });
  expect(data.timeline.at(-1)).toMatchObject({ deviceAt: '2026-08-06T13:00:00.000Z', detail: { clockOffset: -600_000 } });
});
