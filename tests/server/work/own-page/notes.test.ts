import { beforeEach, expect, test } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { NOTES_MOST, openNotes } from '#domain/signing/notes.ts';
import { ANSWERED_CHOICES } from '#tests/support/forms/answered-choices.ts';
import { inked, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { mailedForm, visit, type MailedForm } from '#tests/support/forms/link-of.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// Words of somebody who has answered wait for the team until it has talked about them, whatever became of the form.

type Staff = Caller & { email: string };
let staff: Staff;
const app = useTestApp();
beforeEach(async () => {
  const { email } = await addPerson(app, { role: 'CLINICIAN' });
  staff = { ...(await signIn(app, email)), email };
});

type Home = Awaited<ReturnType<typeof visit>>;
const versionOf = async ({ recordID }: Pick<MailedForm, 'recordID'>) =>
  (await staff.call('recordDetails', { id: recordID })).data.consents[0]!;
const needs = async () => (await staff.call('recordNeeds', { scope: 'MINE', page: 1, limit: 20 })).data.records;

/** A form that its patient has signed at home. */
async function signedAtHome(): Promise<{ form: MailedForm; home: Home }> {
  const form = await mailedForm(app, staff, { additionalChoices: ANSWERED_CHOICES });
  const home = await visit(app, form);
  await home.call('recordSign', inked(home.details));
  return { form, home };
}

async function sealedAtHome(): Promise<{ form: MailedForm; home: Home }> {
  const made = await signedAtHome();
  await staff.call('recordSign', typed(await versionOf(made.form)));
  await app.doJobs();
  return made;
}

test('a note stands in the timeline and nowhere in the form; the team hears of it, and it waits until it was talked about', async () => {
  const { form, home } = await sealedAtHome();
  const { consentID, recordID } = form;
  const before = await versionOf(form);
  const text = 'I take a new tablet since Monday';
  await home.call('pageNote', { consentID, text });
  const after = await versionOf(form);
  expect([after.contentDigest, after.status, after.ownWords]).toEqual([before.contentDigest, 'SIGNED', before.ownWords]);
  expect(openNotes(after.Timeline, consentID)).toEqual([expect.objectContaining({ text })]);
  expect(after.Timeline.at(-1)).toMatchObject({ type: 'NOTE_WRITTEN', actor: { kind: 'SIGNER', role: 'PATIENT' } });
  expect(await needs()).toEqual([expect.objectContaining({ recordID, need: 'NOTE', question: text })]);
  app.clock.advance(DAY);
  await app.doJobs();
  const mails = await mailsTo(app, staff.email);
  expect(mails.map((mail) => JSON.stringify(mail)).join()).toContain('adds a note');
  expect(JSON.stringify(mails)).not.toContain(text);

  staff = { ...staff, ...(await signIn(app, staff.email)) };
  const talk = { consentID, choiceIDs: [], notes: true as const, outcome: 'She may take it' };
  await staff.call('recordTalked', talk);
  expect(openNotes((await versionOf(form)).Timeline, consentID)).toEqual([]);
  expect(await needs()).toEqual([]);
  expect((await staff.refused('recordTalked', talk)).code).toBe('MOVE_REFUSED');
});

test('a question after the signature waits as well, and both wait when the consent is taken back; a form that is out takes no note', async () => {
  const { form, home } = await signedAtHome();
  const { consentID } = form;
  const other = await mailedForm(app, staff);
  const unsigned = await visit(app, other);
  expect((await unsigned.refused('pageNote', { consentID: other.consentID, text: 'Hello' })).code).toBe('MOVE_REFUSED');
  await staff.call('recordSign', typed(await versionOf(form)));
  const { id } = (await home.call('recordQuestion', { consentID, text: 'May I eat before?' })).data;
  expect(await needs()).toContainEqual(expect.objectContaining({ need: 'QUESTION', question: 'May I eat before?' }));
  await home.call('recordWithdraw', { consentID, reason: '' });
  await home.call('pageNote', { consentID, text: 'I go elsewhere' });
  expect((await home.call('recordQuestion', { consentID, text: 'Who tells my doctor?' })).data.text).toBe('Who tells my doctor?');
  expect(await needs()).toContainEqual(expect.objectContaining({ recordID: form.recordID, need: 'WITHDRAWN' }));
  // Long after, what nobody has answered still waits.
  app.clock.advance(31 * DAY);
  staff = { ...staff, ...(await signIn(app, staff.email)) };
  const later = async () => (await needs()).find(({ recordID }) => recordID === form.recordID);
  expect(await later()).toMatchObject({ need: 'QUESTION' });
  for (const question of (await versionOf(form)).questions.filter(({ answer }) => answer === null))
    await staff.call('recordAnswer', { id: question.id, answer: 'We do' });
  expect(id).not.toBe('');
  expect(await later()).toMatchObject({ need: 'NOTE', question: 'I go elsewhere' });
  await staff.call('recordTalked', { consentID, choiceIDs: [], notes: true, outcome: 'Said goodbye' });
  expect(await later()).toBeUndefined();
});

test('ten notes of a form are taken, and no more; one without letters is refused with the sentence', async () => {
  const { form, home } = await sealedAtHome();
  const { consentID } = form;
  for (let at = 1; at <= NOTES_MOST; at++) await home.call('pageNote', { consentID, text: `Note ${at}` });
  const refused = await home.refused('pageNote', { consentID, text: 'One more' });
  expect([refused.status, refused.code]).toEqual([409, 'NOTES_FULL']);
  expect(openNotes((await versionOf(form)).Timeline, consentID)).toHaveLength(NOTES_MOST);
});
