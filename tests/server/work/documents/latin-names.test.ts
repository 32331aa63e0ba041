import { expect, test } from 'vitest';
import type { Input, Output } from '#contract/calls.ts';
import { namesOnForm } from '#domain/forms/latin-names.ts';
import { unshowable } from '#domain/values/printable.ts';
import { aPatient, sent, signAll, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { aParent, anotherParent, family2, sent2, CHILD_BORN } from '#tests/support/forms/form-2.ts';
import { completeCapacity, DEMO_DAUGHTER, DEMO_SECOND_OPINION, formFourDraft } from '#tests/support/forms/form-4.ts';
import { NEW_PEOPLE } from '#tests/support/forms/invited.ts';
import { SCRIPT_NAMES } from '#tests/support/people/script-names.ts';
import { privateFile } from '#tests/support/server/private-file.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { attachmentOf, textOf } from '#tests/server/outside/pdf/pdf-tools.ts';

const app = useTestApp();
const nameIn = (script: string) => SCRIPT_NAMES[script] ?? '';
const [mother, father, interpreter, patient] = ['Cherokee', 'Thaana', 'Tibetan', 'Syriac'].map(nameIn) as [
  string,
  string,
  string,
  string,
];

const INTERPRETER = {
  name: interpreter,
  language: 'Tibetan',
  relation: null,
  relationReason: '',
  adult: true,
  for: 'BOTH',
  signing: 'NAMED',
} as const satisfies Input<'consentCreate'>['interpreter'];

const JOINING = { language: 'Dhivehi', agencyId: 'D-17', adult: true, for: 'BOTH' } as const;

const INTERPRETED = { interpreterNeeded: true, interpreter: INTERPRETER };

type Sent = Output<'consentSend'>['data'];

async function fileOf(staff: Caller, { recordID, consentID }: Pick<Sent, 'recordID' | 'consentID'>) {
  const { consents } = (await staff.call('recordDetails', { id: recordID })).data;
  await signAll(app, staff, consents.find((each) => each.consentID === consentID) as Sent);
  await app.doJobs();
  return staff.download(consentID);
}

async function pageOf(staff: Caller, version: Sent): Promise<string> {
  return textOf(await fileOf(staff, version)).replaceAll(/\s+/g, ' ');
}

test('adults, an interpreter and a patient with letters that no font has print in Latin letters, and are pinned as they are', async () => {
  expect([mother, father, interpreter, patient].flatMap((name) => (unshowable(name).length === 0 ? [name] : []))).toEqual([]);
  const staff = await signIn(app);
  const child = aPatient({ dateOfBirth: CHILD_BORN, firstName: patient, lastName: 'Demo', nameInLatin: 'Latin Of-Patient' });
  const { id: patientID } = (await staff.call('patientCreate', child)).data.patient;
  const family = family2({
    parents: [aParent({ name: mother }), anotherParent({ name: father, signs: false, answer: 'AGREES', answeredHow: 'PHONE' })],
  });
  const latinNames = [
    { name: mother, latin: 'Latin Of-Mother' },
    { name: father, latin: ' ' },
    { name: interpreter, latin: 'Latin Of-Interpreter' },
  ];
  const version = await sent2(staff, { patientID, ...family, ...INTERPRETED, latinNames });
  const stored = (await staff.call('recordDetails', { id: version.recordID })).data.consents[0];
  expect(stored?.latinNames, 'one that nobody knows is not stored').toEqual([latinNames[0], latinNames[2]]);
  expect(JSON.stringify(stored?.shown), 'no part of what is pinned').not.toContain('Latin Of-');

  const file = await fileOf(staff, version);
  const page = textOf(file).replaceAll(/\s+/g, ' ');
  for (const who of ['Mother', 'Interpreter']) expect(page, who).toContain(`Latin Of-${who}`);
  expect(page).toContain('LATIN OF-PATIENT');
  expect(page, 'nobody knows how the father is written').toContain('[words in another script: in the attached record]');
  const record = attachmentOf(file, 'content.json');
  for (const name of [mother, father, interpreter]) expect(record).toContain(JSON.stringify(name.normalize('NFC')).slice(1, -1));
});

test('who joins a form that is out brings their name in Latin letters', async () => {
  const staff = await signIn(app);
  const version = await sent2(staff);
  const person = { ...NEW_PEOPLE.INTERPRETER, name: father, nameInLatin: 'Latin Of-Interpreter', interpreter: JOINING };
  await staff.call('recordSendInvite', { id: version.recordID, invites: [person] });
  expect(await pageOf(staff, version)).toContain('Latin Of-Interpreter');
});

test('those who are asked on a form of somebody who cannot decide are printed so', async () => {
  const staff = await signIn(app);
  const capacity = completeCapacity({
    people: { consulted: [{ ...DEMO_DAUGHTER, name: mother }], nobodyReason: '', imca: null, imcaReason: '' },
    secondOpinion: { ...DEMO_SECOND_OPINION, name: father },
  });
  const latinNames = [
    { name: mother, latin: 'Latin Of-Daughter' },
    { name: father, latin: 'Latin Of-Second' },
  ];
  const { consentID, version: number } = await formFourDraft(staff, { capacity, latinNames });
  const version = (await staff.call('consentSend', { consentID, version: number, channel: 'DEVICE' })).data;
  const page = await pageOf(staff, version);
  for (const who of ['Daughter', 'Second']) expect(page, who).toContain(`Latin Of-${who}`);
  expect(namesOnForm({ parents: [], interpreter: null, capacity, child: null })).toEqual([mother, father, 'Demo Clinician']);
});

test('a name in Latin letters that came with another name prints on no form of the name before', async () => {
  const staff = await signIn(app);
  const before = aPatient({ firstName: '', lastName: mother, nameInLatin: 'Latin Of-Before' });
  const { patient: created } = (await staff.call('patientCreate', before)).data;
  const form = await sent(staff, { patientID: created.id });
  await signAll(app, staff, form);
  await app.doJobs();
  expect(textOf(await staff.download(form.consentID))).toContain('LATIN OF-BEFORE');
  const { patient } = (await staff.call('patientGetDetails', { id: created.id })).data;
  await staff.call('patientUpdate', {
    id: patient.id,
    version: patient.version,
    lastName: father,
    nameInLatin: 'Latin Of-After',
  });
  await staff.call('recordWithdraw', { consentID: form.consentID, reason: 'Asked to' });
  await app.doJobs();
  const view = textOf(await privateFile(app, staff, form.consentID, 'VIEW')).replaceAll(/\s+/g, ' ');
  expect(view).not.toContain('OF-AFTER');
  expect(view).toContain('in the attached record');
});
