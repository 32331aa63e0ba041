import { beforeEach, expect, test } from 'vitest';
import type { Input } from '#contract/calls.ts';
import { MESSAGE_DEFAULTS } from '#domain/organisation/message-settings.ts';
import { openSecretBox } from '#server/outside/secret-box.ts';
import { resealSecrets } from '#server/work/accounts/reseal-secrets.ts';
import { ownMessageSettings } from '#server/work/organisation/change-message-settings.ts';
import { signIn, type Caller } from '#tests/support/forms/builders.ts';
import { GOVUK, withSms } from '#tests/support/messages/settings.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let admin: Caller;
let theirs: Caller;
const app = useTestApp(async (opened) => {
  admin = await signIn(opened, 'admin@demo.nhs.uk');
  theirs = await signIn(opened, 'admin@second.nhs.uk');
});
beforeEach(async () => {
  await app.database.db.deleteFrom('message_settings').execute();
});

const read = async (caller = admin) => (await caller.call('messagesSettings', {})).data;
const save = (change: Partial<Input<'messagesSettingsUpdate'>> = {}) =>
  admin.call('messagesSettingsUpdate', { ...withSms(), version: 0, ...change });
const refused = async (change: Partial<Input<'messagesSettingsUpdate'>>) =>
  save(change).then(
    () => undefined,
    (error: unknown) => error,
  );

test('before anybody has changed anything it is email alone, and nothing is stored', async () => {
  expect(await read()).toEqual({
    ...MESSAGE_DEFAULTS,
    secrets: { govukKey: false, govukBearer: false, nhsApplication: false, nhsKey: false },
    callbacks: { govuk: null, nhs: null },
    hasNhsNotify: false,
    paused: [],
    used: { smsParts: 0, letters: 0 },
    version: 0,
  });
});

test('secrets are sealed in the database, open for the server, and are read back by nobody', async () => {
  const { data, message } = await save();
  expect(message).toBe('The ways of messages are saved');
  expect(data).toMatchObject({
    version: 1,
    channels: { SMS: 'ON' },
    secrets: { govukKey: true, govukBearer: true, nhsKey: false },
  });
  const answers = JSON.stringify([data, await read()]);
  const rows = JSON.stringify(await app.database.db.selectFrom('message_settings').selectAll().execute());
  const logged = JSON.stringify(await app.database.db.selectFrom('security_log').selectAll().execute());
  for (const secret of [GOVUK.key, GOVUK.bearer])
    for (const text of [answers, rows, logged, app.log.join('\n')]) expect(text).not.toContain(secret);
  expect(data.callbacks.govuk).toMatch(/\/api\/callbacks\/govuk-notify\/[0-9a-f-]{36}$/);
  expect(await read(theirs)).toMatchObject({ version: 0, channels: MESSAGE_DEFAULTS.channels });
});

test('a secret that is left out stays, null deletes it where no channel needs it, and another one replaces it', async () => {
  await save();
  const { secrets: _, ...rest } = withSms();
  expect((await save({ ...rest, secrets: undefined, version: 1 })).data.secrets.govukKey).toBe(true);
  expect(await refused({ secrets: { govukKey: null }, version: 2 })).toMatchObject({
    fields: [{ path: 'secrets.govukKey', message: 'Enter the API key of GOV.UK Notify' }],
  });
  expect((await read()).secrets.govukKey).toBe(true);
  const off = { ...MESSAGE_DEFAULTS, secrets: { govukKey: null, govukBearer: null } };
  expect((await save({ ...off, version: 2 })).data.secrets).toMatchObject({ govukKey: false, govukBearer: false });
});

test.each<[string, Partial<Input<'messagesSettingsUpdate'>>, string]>([
  ['no template', { templates: { SMS: null } }, 'templates.SMS'],
  ['no key', { secrets: { govukBearer: GOVUK.bearer } }, 'secrets.govukKey'],
  ['no bearer', { secrets: { govukKey: GOVUK.key } }, 'secrets.govukBearer'],
  ['a key that is none', { secrets: { ...withSms().secrets, govukKey: 'secret' } }, 'secrets.govukKey'],
  ['a short bearer', { secrets: { ...withSms().secrets, govukBearer: 'short' } }, 'secrets.govukBearer'],
  ['the NHS App without its settings', { channels: { ...withSms().channels, APP: 'ON' } }, 'channels.APP'],
  ['an order that leaves one out', { order: ['SMS', 'EMAIL'] }, 'order'],
  ['an hour ahead', { urgentHours: 1 }, 'urgentHours'],
  ['half an hour more', { urgentHours: 48.5 }, 'urgentHours'],
  ['more than five days as urgent', { urgentHours: 121 }, 'urgentHours'],
  ['too few days ahead', { aheadDays: 4 }, 'aheadDays'],
  ['more than four weeks ahead', { aheadDays: 29 }, 'aheadDays'],
  ['a contact without a name', { urgentContact: { name: ' ', email: 'desk@demo.example' } }, 'urgentContact.name'],
  ['a contact without an address', { urgentContact: { name: 'Desk', email: 'desk' } }, 'urgentContact.email'],
  ['quiet hours without an end', { quiet: { from: '21:00', to: '21:00' } }, 'quiet.to'],
])('%s is named at its field, and nothing is saved', async (_, change, path) => {
  const error = await refused(change);
  expect((error as { fields: { path: string }[] }).fields.map((each) => each.path)).toContain(path);
  expect((await read()).version).toBe(0);
});

test('of two who change at once the second sees what the first has saved', async () => {
  await save();
  expect(await refused({})).toMatchObject({ code: 'VERSION_CONFLICT', data: { current: { version: 1 } } });
});

test('without telephone and privacy notice no channel beside email is switched on', async () => {
  const { organisation_id } = await app.database.db
    .selectFrom('users')
    .select('organisation_id')
    .where('email', '=', 'admin@demo.nhs.uk')
    .executeTakeFirstOrThrow();
  const change = (text: string | null) =>
    app.database.db.updateTable('organisations').set({ privacy_text: text }).where('id', '=', organisation_id).execute();
  const { privacy_text: notice } = await app.database.db
    .selectFrom('organisations')
    .select('privacy_text')
    .where('id', '=', organisation_id)
    .executeTakeFirstOrThrow();
  await change(null);
  expect(await refused({})).toMatchObject({ code: 'SETUP_NEEDED' });
  await change(notice);
  expect((await save()).data.version).toBe(1);
});

test('a newer key of the server seals them anew, and they open as before', async () => {
  await save();
  const { dataDir, random } = app.deps;
  const older = Buffer.from(random(32)).toString('base64');
  const box = await openSecretBox({ dataDir, given: older, random });
  const row = await app.database.db.selectFrom('message_settings').selectAll().executeTakeFirstOrThrow();
  const secrets = app.deps.secrets.open(row.secrets, `message_settings.secrets:${row.organisation_id}`);
  const sealed = box.seal(secrets, `message_settings.secrets:${row.organisation_id}`);
  await app.database.db.updateTable('message_settings').set({ secrets: sealed }).execute();
  const both = {
    ...app.deps.secrets,
    keyIds: [...app.deps.secrets.keyIds, box.keyId],
    open: (stored: string, place: string) =>
      box.isCurrent(stored) ? box.open(stored, place) : app.deps.secrets.open(stored, place),
  };
  await resealSecrets({ ...app.deps, secrets: both });
  const data = await ownMessageSettings(app.database.db, row.organisation_id, app.deps);
  expect(data.secrets).toMatchObject({ govukKey: true, govukBearer: true });
});

test('a text message that would be dearer than four parts in a language of the patients is refused with its sentence', async () => {
  const { settings } = app.deps;
  const name = 'Demo University Teaching Hospitals of Three Counties and Their Valleys NHS Foundation Trust';
  const row = () =>
    app.database.db.selectFrom('organisations').select(['id', 'name']).where('name', 'like', 'Demo %').executeTakeFirstOrThrow();
  const before = await row();
  const rename = (to: string) =>
    app.database.db.updateTable('organisations').set({ name: to }).where('id', '=', before.id).execute();
  await rename(name);
  try {
    expect((await save()).data.version).toBe(1);
    Object.assign(settings, { patientLanguages: ['cy', 'ar'] });
    expect(await refused({ version: 1 })).toMatchObject({
      fields: [
        {
          path: 'channels.SMS',
          message: expect.stringMatching(/^A text message in Arabic would have 5 parts, and 4 is the most/),
        },
      ],
    });
    expect((await read()).version).toBe(1);
  } finally {
    Object.assign(settings, { patientLanguages: [] });
    await rename(before.name);
  }
});
