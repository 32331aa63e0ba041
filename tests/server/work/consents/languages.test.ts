import 'fake-indexeddb/auto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { readSettings, WrongSetting } from '#server/settings.ts';
import { callerOf, handOver, inked, sent, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { joinedTablet } from '#tests/support/tablet/joined-tablet.ts';
import { mailedForm } from '#tests/support/forms/link-of.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { onPdf } from '#tests/server/outside/pdf/pdf-tools.ts';

const app = useTestApp();
let staff: Caller & { token: string };
beforeAll(async () => {
  staff = await signIn(app);
});
beforeEach(() => {
  app.deps.settings.patientLanguages = ['cy', 'ar'];
});

const READ_IN = /Pages shown in \w+ when signing \(translation not yet reviewed\)/g;
const textOf = async (consentID: string) =>
  onPdf(await staff.download(consentID), 'pdftotext', 'FILE', '-').replaceAll(/\s+/g, ' ');

function settingsOf(content: object) {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'settings-')), 'settings.json');
  fs.writeFileSync(file, JSON.stringify(content));
  return readSettings(file);
}

test('no language beside English is offered unless the settings name it', () => {
  expect(readSettings(undefined).patientLanguages).toEqual([]);
  expect(settingsOf({ patientLanguages: ['ar', 'cy'] }).patientLanguages).toEqual(['ar', 'cy']);
  for (const patientLanguages of [['fr'], ['cy', 'cy'], 'cy', ['en'], [null]])
    expect(() => settingsOf({ patientLanguages })).toThrow(WrongSetting);
});

test('the app, a form and a bare link tell the languages of the organisation, and nothing where it has none', async () => {
  const form = await mailedForm(app, staff);
  const { consentID } = await sent(staff);
  const look = async () => ({
    config: (await callerOf(app).call('config', {})).settings.patientLanguages,
    bare: (await callerOf(app).call('consentVerifyUser', { token: form.token })).data,
    ticket: (await handOver(app, staff, { consentID })).details,
  });
  const offered = await look();
  expect([offered.config, offered.bare.languages, offered.ticket.languages]).toEqual([
    ['cy', 'ar'],
    ['cy', 'ar'],
    ['cy', 'ar'],
  ]);
  app.deps.settings.patientLanguages = [];
  const none = await look();
  expect(none.config).toEqual([]);
  expect(none.bare).not.toHaveProperty('languages');
  expect(none.ticket).not.toHaveProperty('languages');
});

test('a bare link tells the same languages whatever the patient’s own is', async () => {
  const { languages } = (await callerOf(app).call('consentVerifyUser', { token: (await mailedForm(app, staff)).token })).data;
  expect(languages).toEqual(app.deps.settings.patientLanguages);
});

test('the document says in which language the pages were shown when signing, and of nobody to whom they were in English', async () => {
  const version = await sent(staff);
  const patient = await handOver(app, staff, version);
  const inFrench = { ...inked(patient.details), readIn: 'fr' as 'cy' };
  await expect(patient.call('recordSign', inFrench)).rejects.toMatchObject({ fields: [{ path: 'readIn' }] });
  await patient.call('recordSign', inked(patient.details, { readIn: 'ar' }));
  await staff.call('recordSign', typed(version));
  await app.doJobs();
  expect((await textOf(version.consentID)).match(READ_IN)).toEqual([
    'Pages shown in Arabic when signing (translation not yet reviewed)',
  ]);
});

test('pages that the browser had translated are told in the document and in the timeline, of this signer alone', async () => {
  const version = await sent(staff);
  const patient = await handOver(app, staff, version);
  const unclear = { ...inked(patient.details), machineTranslated: 'Yes' as unknown as boolean };
  await expect(patient.call('recordSign', unclear)).rejects.toMatchObject({ fields: [{ path: 'machineTranslated' }] });
  await patient.call('recordSign', inked(patient.details, { machineTranslated: true }));
  await staff.call('recordSign', typed(version));
  await app.doJobs();
  expect((await textOf(version.consentID)).match(/Shown in a machine translation by the browser/g)).toHaveLength(1);
  const { events } = (await staff.call('recordTimeline', { id: version.recordID })).data;
  const told = events.filter(({ type }) => type === 'SIGNED').map(({ detail }) => detail['machineTranslated'] ?? null);
  expect(told).toEqual(['Yes', null]);
});

test('of a witness in the same act nobody says what they read', async () => {
  const version = await sent(staff);
  const patient = await handOver(app, staff, version);
  const witness = {
    name: 'Wilma Demo-Witness',
    role: 'Nurse',
    adult: true,
    method: 'TYPED',
    typedName: 'Wilma Demo-Witness',
  } as const;
  await patient.call('recordSign', inked(patient.details, { method: 'MARK_WITNESSED', witness, readIn: 'cy' }));
  await staff.call('recordSign', typed(version));
  await app.doJobs();
  expect((await textOf(version.consentID)).match(READ_IN)).toHaveLength(1);
});

test('a tablet without a network offers what the server last told, and its queued signature brings the language', async () => {
  const tablet = await joinedTablet(app, 'cataract');
  const ids = await tablet.send('FORM_1', { born: '1950-03-14' });
  expect(await tablet.ticketFor(ids, { role: 'PATIENT', languages: ['cy'] })).toMatchObject({ languages: ['cy'] });
  expect(await tablet.ticketFor(ids, { role: 'PATIENT', languages: [] })).not.toHaveProperty('languages');
  await tablet.sign(ids, { role: 'PATIENT' }, { readIn: 'cy' });
  await tablet.signAsClinician(ids);
  expect((await tablet.replay(ids)).left).toEqual([]);
  staff = await signIn(app);
  await app.doJobs();
  expect((await textOf(ids.consentID)).match(READ_IN)).toEqual([
    'Pages shown in Welsh when signing (translation not yet reviewed)',
  ]);
  tablet.close();
});
