import * as v from 'valibot';
import { expect, test } from 'vitest';
import { faultsOf } from '#contract/engine/faults.ts';
import { ACCESSIBILITY_LIMITS } from '#domain/organisation/accessibility-limits.ts';
import { mayMessagePatients, missingSetup, phoneForPatients, setupWords } from '#domain/organisation/message-setup.ts';
import { OrganisationDetails } from '#domain/organisation/organisation.ts';
import { noticeFault, noticeParts } from '#domain/organisation/privacy-notice.ts';

const DETAILS = { name: 'Demo Hospital', address: '', supportEmail: null, supportPhone: null };
const read = (change: object) =>
  v.safeParse(v.strictObject(OrganisationDetails), { ...DETAILS, ...change }, { abortPipeEarly: true });
const faults = (change: object) => faultsOf(read(change).issues ?? []).map(({ path, message }) => [path, message]);

test.each([
  ['patientPhone', 'ring us', 'The Telephone for patients must be a phone number'],
  ['patientPhone', 'ward123@demo.nhs.uk', 'The Telephone for patients must be a phone number'],
  ['patientPhone', '0'.repeat(41), 'The Telephone for patients must be at most 40 characters'],
  ['privacyText', '\u200B\u00A0', 'Enter the privacy notice'],
  ['privacyText', 'n'.repeat(20_001), 'The Privacy notice must be at most 20000 characters'],
  ['privacyUrl', 'http://demo.nhs.uk/privacy', 'The Link to the privacy notice must start with https://'],
  ['privacyUrl', 'privacy', 'The Link to the privacy notice must be a web address'],
  [
    'privacyUrl',
    'https://somebody@demo.nhs.uk/',
    'The Link to the privacy notice must be that of a public site, without a name, password or port in it',
  ],
  ['accessibilityEmail', 'nobody', 'The Email must be an e-mail address'],
  ['safetyContacts', 'safety@demo.nhs.uk', 'The Emails for safety problems must be a list'],
  ['safetyContacts', Array.from({ length: 11 }, (_, at) => `s${at}@demo.nhs.uk`), 'At most 10 emails for safety problems'],
])('%s %j is told: %s', (path, value, message) => expect(faults({ [path]: value })).toEqual([[path, message]]));

test('one wrong address of several is told by its place, and one that stands twice counts once', () => {
  expect(faults({ safetyContacts: ['safety@demo.nhs.uk', 'nobody'] })).toEqual([
    ['safetyContacts.1', 'The Email must be an e-mail address'],
  ]);
  expect(read({ safetyContacts: ['a@demo.nhs.uk', ' A@demo.nhs.uk'] }).output).toMatchObject({
    safetyContacts: ['a@demo.nhs.uk'],
  });
});

test('a build before sends none of them, and the limits themselves are good', () => {
  expect(faults({})).toEqual([]);
  expect(
    faults({
      patientPhone: '01632 960 001, extension 4',
      privacyText: 'n'.repeat(20_000),
      privacyUrl: null,
      accessibilityEmail: 'access@demo.nhs.uk',
      safetyContacts: [],
    }),
  ).toEqual([]);
});

test('a notice stands in one way, or in none yet', () => {
  const [privacyText, privacyUrl] = ['A notice', 'https://demo.nhs.uk/privacy'];
  expect(noticeFault({ privacyText, privacyUrl })).toMatchObject({ path: 'privacyUrl' });
  for (const one of [
    { privacyText, privacyUrl: null },
    { privacyText: null, privacyUrl },
    { privacyText: null, privacyUrl: null },
  ])
    expect(noticeFault(one)).toBeNull();
});

test('a notice has paragraphs with their lines, and headings', () => {
  expect(noticeParts('# Who we are\nA hospital\nin Demotown\n\n\n## Your rights\n  \nAsk us.\n#\n')).toEqual([
    { kind: 'heading', text: 'Who we are' },
    { kind: 'paragraph', text: 'A hospital\nin Demotown' },
    { kind: 'heading', text: 'Your rights' },
    { kind: 'paragraph', text: 'Ask us.\n#' },
  ]);
  expect(noticeParts(' \n ')).toEqual([]);
});

const NONE = { patientPhone: null, supportPhone: null, privacyText: null, privacyUrl: null };

test.each([
  [NONE, ['PHONE', 'NOTICE'], 'the telephone number and the privacy notice'],
  [{ ...NONE, patientPhone: '01632 960001' }, ['NOTICE'], 'the privacy notice'],
  [{ ...NONE, supportPhone: '01632 960001' }, ['NOTICE'], 'the privacy notice'],
  [{ ...NONE, privacyText: 'A notice' }, ['PHONE'], 'the telephone number'],
  [{ ...NONE, privacyUrl: 'https://demo.nhs.uk/privacy' }, ['PHONE'], 'the telephone number'],
  [{ ...NONE, supportPhone: '01632 960001', privacyText: 'A notice' }, [], ''],
])('%j lacks %j', (details, missing, words) => {
  expect(missingSetup(details)).toEqual(missing);
  expect(setupWords(missingSetup(details))).toBe(words);
  expect(mayMessagePatients({ missing: missingSetup(details), hadSent: false })).toBe(missing.length === 0);
  expect(mayMessagePatients({ missing: missingSetup(details), hadSent: true })).toBe(true);
});

test('patients ring their own number, and that of support where they have none', () => {
  expect(phoneForPatients({ patientPhone: '1', supportPhone: '2' })).toBe('1');
  expect(phoneForPatients({ patientPhone: null, supportPhone: '2' })).toBe('2');
  expect(phoneForPatients(NONE)).toBeNull();
});

test('each limit of the statement says what, where, since when and what to do instead, once', () => {
  expect(ACCESSIBILITY_LIMITS.length).toBeGreaterThanOrEqual(4);
  expect(new Set(ACCESSIBILITY_LIMITS.map(({ criterion }) => criterion)).size).toBe(ACCESSIBILITY_LIMITS.length);
  for (const { criterion, what, where, since, instead } of ACCESSIBILITY_LIMITS) {
    expect(since).toMatch(/^\d{4}-\d\d-\d\d$/);
    for (const words of [what, where, instead]) expect(words, criterion).toMatch(/\.$/);
  }
});
