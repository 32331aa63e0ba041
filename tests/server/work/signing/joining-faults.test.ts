import { beforeEach, expect, test } from 'vitest';
import type { Input } from '#contract/calls.ts';
import { blankPage } from '#tests/support/files/blank-page.ts';
import { aPatient, sent, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { anAbleChild, anotherParent, aParent, CHILD_BORN, family2, sent2 } from '#tests/support/forms/form-2.ts';
import {
  capacityWithAttorney,
  capacityWithSecondOpinion,
  completeCapacity,
  DEMO_DAUGHTER,
  formFourSent,
} from '#tests/support/forms/form-4.ts';
import { NEW_PEOPLE, outForm, withoutFileLinks } from '#tests/support/forms/invited.ts';
import { signerAt } from '#tests/support/forms/signer-at.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { withoutPermission } from '#tests/support/people/role-permissions.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { paperDesk } from '#tests/server/work/paper/paper-desk.ts';

let staff: Caller & { token: string };
const app = useTestApp();
beforeEach(async () => {
  staff = await signIn(app);
});
const { faultsOf, upload } = paperDesk(app, () => staff);
type Case = { readonly recordID: string; readonly consentID: string };
type Invites = Input<'recordSendInvite'>['invites'];
const { PARENT, INTERPRETER, CONSULTEE, SECOND_OPINION } = NEW_PEOPLE;
const details = async ({ recordID }: Case) => (await staff.call('recordDetails', { id: recordID })).data;
const invite = (form: Case, ...invites: Invites) => staff.call('recordSendInvite', { id: form.recordID, invites });

/** The faults of invites, after which nothing is another than before. */
async function faults(form: Case, ...invites: Invites): Promise<string[]> {
  const before = withoutFileLinks(await details(form));
  const refused = await staff.refused('recordSendInvite', { id: form.recordID, invites });
  expect([refused.status, withoutFileLinks(await details(form))]).toEqual([400, before]);
  expect(await faultsOf(form)).toEqual([]);
  return refused.fields.map(({ path, message }) => `${path}: ${message}`);
}

const ROLE = 'invites[0].role';
const adults = (count: number) =>
  family2({ parents: Array.from({ length: count }, (_, nth) => aParent({ name: `Ada Demo-${'ABCD'.charAt(nth)}` })) });
const consulted = (count: number) =>
  completeCapacity({
    people: { consulted: Array.from({ length: count }, (_, nth) => ({ ...DEMO_DAUGHTER, name: `Dora Demo-${nth}` })) },
  });

test('a part that is full, or that somebody else decides, takes nobody', async () => {
  const interpreter = { name: 'Demo Interpreter', language: 'Polish', signing: 'NAMED' as const };
  expect(await faults(await sent(staff, { interpreter, interpreterNeeded: true }), INTERPRETER)).toEqual([
    `${ROLE}: The form has an interpreter already. Change the form first.`,
  ]);
  expect(await faults(await sent2(staff, adults(4)), PARENT)).toEqual([
    `${ROLE}: The form has 4 adults, and no room for more. Change the form first.`,
  ]);
  expect(await faults(await formFourSent(staff, consulted(8)), CONSULTEE)).toEqual([
    `${ROLE}: The form has 8 people who were asked, and no room for more. Change the form first.`,
  ]);
  expect(await faults(await formFourSent(staff, capacityWithAttorney()), CONSULTEE)).toEqual([
    `${ROLE}: An attorney or a deputy decides on this form: nobody signs as asked beside them. Change the form first.`,
  ]);
  expect(await faults(await formFourSent(staff, capacityWithSecondOpinion()), SECOND_OPINION)).toEqual([
    `${ROLE}: The form has a second opinion already. Change the form first.`,
  ]);
});

test('nobody joins a form that they are on, in whatever way the name is written', async () => {
  const on = await sent2(staff, family2({ parents: [aParent(), anotherParent({ signs: false, answer: 'AGREES' })] }));
  expect(await faults(on, { ...PARENT, name: 'DEMO-FATHER, Ben' })).toEqual([
    'invites[0].name: DEMO-FATHER, Ben is on this form already. Change the form first.',
  ]);
  expect(await faults(await formFourSent(staff), { ...CONSULTEE, name: DEMO_DAUGHTER.name })).toEqual([
    `invites[0].name: ${DEMO_DAUGHTER.name} is on this form already. Change the form first.`,
  ]);
});

test('nobody joins once somebody has signed or said no, also on paper, or the patient has other details', async () => {
  const signed = await sent(staff);
  await (await signerAt(app, staff, signed, ['PATIENT', 1])).sign();
  expect(await faults(signed, INTERPRETER)).toEqual([`${ROLE}: Somebody has signed. Change the form first.`]);

  const refused = await sent2(staff, family2({ parents: [aParent(), anotherParent()] }));
  await (
    await signerAt(app, staff, refused, ['PARENT', 2])
  ).call('recordDecline', { consentID: refused.consentID, reason: 'No' });
  expect(await faults(refused, INTERPRETER)).toEqual([`${ROLE}: Somebody has said no. Change the form first.`]);

  const onPaper = await sent(staff);
  await upload(onPaper.consentID, blankPage());
  expect(await faults(onPaper, INTERPRETER)).toEqual([
    `${ROLE}: A scan of the signed form has not been checked yet. Check or discard it first.`,
  ]);

  const renamed = await sent(staff);
  const { id } = (await details(renamed)).record.patient;
  const { version } = (await staff.call('patientGetDetails', { id })).data.patient;
  await staff.call('patientUpdate', { id, version, lastName: 'Demo-Newname' });
  expect(await faults(renamed, INTERPRETER)).toEqual([
    `${ROLE}: The patient’s details have changed since the form was made ready for signing. Change the form first.`,
  ]);
});

test('the rules of a complete form hold for a new person, and name the field of the invite', async () => {
  const { parent: _p, ...unproven } = PARENT;
  expect(await faults(await outForm(staff, 'FORM_2'), unproven)).toEqual([
    'invites[0].parent.responsibility: Choose why Ben Demo-Father may decide for the child',
  ]);
  const { interpreter: _i, ...wordless } = INTERPRETER;
  expect(await faults(await outForm(staff, 'FORM_1'), wordless)).toEqual([
    'invites[0].interpreter.language: Say in which language the interpreter speaks',
  ]);
  const { consulted: _c, ...unheard } = CONSULTEE;
  expect((await faults(await outForm(staff, 'FORM_4'), unheard)).map((each) => each.split(':')[0])).toEqual(
    ['relation', 'paid', 'how', 'at', 'view', 'against'].map((field) => `invites[0].consulted.${field}`),
  );
  const { secondOpinion: _s, ...silent } = SECOND_OPINION;
  expect((await faults(await outForm(staff, 'FORM_4'), silent)).map((each) => each.split(':')[0])).toEqual(
    ['role', 'view', 'at'].map((field) => `invites[0].secondOpinion.${field}`),
  );
  // Somebody who is against it brings a second opinion, which is another signer.
  const { consulted: view } = CONSULTEE;
  expect((await faults(await outForm(staff, 'FORM_4'), { ...CONSULTEE, consulted: { ...view, against: true } }))[0]).toMatch(
    /^invites\[0\]\.role: /,
  );
  const inConfidence = await sent2(staff, {
    ...family2({ parents: [], basis: 'CHILD', child: anAbleChild({ tellParents: 'NO', encouraged: true }) }),
  });
  expect(await faults(inConfidence, PARENT)).toEqual([
    `${ROLE}: The child does not want parents to know: Ben Demo-Father cannot sign`,
  ]);
});

test('an interpreter is kept with address and telephone, and takes the place of the reason for none', async () => {
  const form = await sent(staff, { interpreterNeeded: true, interpreterNoneReason: 'None to be had' });
  await invite(form, { ...INTERPRETER, phone: '07700900123', email: 'Ines@Example.org' });
  const { consents } = await details(form);
  expect(consents[0]).toMatchObject({ interpreterNeeded: true, interpreterNoneReason: '' });
  expect(consents[0]!.interpreter).toMatchObject({
    name: INTERPRETER.name,
    language: 'Polish',
    phone: '07700900123',
    emailAddress: 'ines@example.org',
    signing: 'LINK',
  });
});

test('several people join in their order, and none where one of them cannot', async () => {
  const form = await outForm(staff, 'FORM_2');
  const other = { ...PARENT, name: 'Cara Demo-Guardian' };
  expect(
    await faults(form, { signing_order: 1, channel: 'QR' }, PARENT, INTERPRETER, { ...INTERPRETER, name: 'Jan Demo' }),
  ).toEqual(['invites[3].role: The form has an interpreter already. Change the form first.']);
  const { data } = await invite(form, PARENT, { signing_order: 1, channel: 'QR' }, other);
  expect(data.map(({ signing_order, role, message }) => [signing_order, role, message])).toEqual([
    [3, 'PARENT', null],
    [1, 'PARENT', null],
    [4, 'PARENT', null],
  ]);
  expect(await faultsOf(form)).toEqual([]);
});

test('a link is mailed to the address of a new person, which a protected patient’s form shows to nobody', async () => {
  const { patient } = (await staff.call('patientCreate', aPatient({ dateOfBirth: CHILD_BORN, restricted: true }))).data;
  const form = await outForm(staff, 'FORM_2', patient.id);
  const mailed = { ...PARENT, channel: 'EMAIL' as const };
  expect(await faults(form, mailed)).toEqual(['invites[0].email: Enter the email']);
  const addressed = { ...mailed, email: 'new-father@example.org' };
  expect(await faults(form, addressed)).toEqual(['invites[0].addressConfirmed: Ask first whether this address is safe']);
  expect(await mailsTo(app, 'new-father@example.org')).toEqual([]);
  const { data, message } = await invite(form, { ...addressed, addressConfirmed: true });
  expect([data[0]?.mail, message]).toEqual(['QUEUED', 'The links are on their way']);
  expect(await mailsTo(app, 'new-father@example.org')).toHaveLength(1);
  const { consents } = await details(form);
  expect(consents[0]!.recipients.at(-1)).toMatchObject({ recipient_name: PARENT.name, recipient_email: null, state: 'INVITED' });
  expect(JSON.stringify((await details(form)).timeline)).not.toContain('new-father');
});

test('staff who may not see a protected address send none to the family', async () => {
  const { patient } = (await staff.call('patientCreate', aPatient({ dateOfBirth: CHILD_BORN, restricted: true }))).data;
  const form = await outForm(staff, 'FORM_2', patient.id);
  const { db } = app.database;
  const before = await db.selectFrom('recipients').selectAll().where('consent_id', '=', form.consentID).execute();
  await withoutPermission(app, 'clinician@demo.nhs.uk', 'patients.write');
  const addressed = { ...PARENT, channel: 'EMAIL' as const, email: 'father@example.org', addressConfirmed: true };
  expect((await staff.refused('recordSendInvite', { id: form.recordID, invites: [addressed] })).code).toBe('FORBIDDEN');
  expect(await db.selectFrom('recipients').selectAll().where('consent_id', '=', form.consentID).execute()).toEqual(before);
});
