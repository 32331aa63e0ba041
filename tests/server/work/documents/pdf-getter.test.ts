import { expect, test } from 'vitest';
import { sent, signAll, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { fileAt } from '#tests/support/server/private-file.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { textOf } from '#tests/server/outside/pdf/pdf-tools.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

const current = async (recordID: string, by: Caller = staff) =>
  fileAt(app, (await by.call('recordPdfGetter', { id: recordID })).url);

test('a case gives its sealed form while one is in force, then the viewing copy', async () => {
  const form = await signed(app, staff);
  await expect(current(form.recordID)).rejects.toThrow('The document is being made');
  await app.doJobs();
  const sealed = await current(form.recordID);
  expect(sealed.equals(await staff.download(form.consentID))).toBe(true);
  await staff.call('recordReopen', { id: form.recordID, reason: 'Another eye' });
  expect((await current(form.recordID)).equals(sealed), 'a draft takes nothing out of force').toBe(true);
  await staff.call('recordVoid', { consentID: form.consentID, reason: 'Wrong eye', kind: 'WRONG_PROCEDURE' });
  await expect(current(form.recordID)).rejects.toThrow('The document is being made');
  await app.doJobs();
  expect(textOf(await current(form.recordID))).toContain('It is not in force.');
});

test('a case that nobody has signed has none, and one that does not exist neither', async () => {
  const { recordID } = await sent(staff);
  expect((await staff.refused('recordPdfGetter', { id: recordID })).code).toBe('MOVE_REFUSED');
  expect((await staff.refused('recordPdfGetter', { id: crypto.randomUUID() })).code).toBe('NOT_FOUND');
});

test('a form of another patient is the current PDF of nobody who may not read it', async () => {
  const form = await sent(staff);
  await signAll(app, staff, form);
  await app.doJobs();
  await staff.call('recordVoid', { consentID: form.consentID, reason: 'Hers', kind: 'WRONG_PATIENT' });
  await app.doJobs();
  const reader = await signIn(app, 'reader@demo.nhs.uk');
  expect((await reader.refused('recordPdfGetter', { id: form.recordID })).code).toBe('MOVE_REFUSED');
  expect(textOf(await current(form.recordID))).toContain('It is not in force.');
});
