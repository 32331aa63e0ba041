import { withoutAnswers } from '#domain/library/understanding.ts';
import { draft, handOver, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { textOf } from '#tests/server/outside/pdf/pdf-tools.ts';
import { privateFile } from '#tests/support/server/private-file.ts';
import { giveQuestions } from '#tests/support/forms/understanding.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { expect, test } from 'vitest';

let staff: Caller;
const WRONG = 'The left eye';
let form: { readonly consentID: string; readonly recordID: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
  const questions = await giveQuestions(opened);
  // Of the referrer's own patient, so that they read it and their device has it.
  const { consentID, recordID, version } = await draft(await signIn(opened, 'hospital@demo.nhs.uk'));
  form = { consentID, recordID };
  await staff.call('consentSend', { consentID, version, channel: 'DEVICE' });
  const patient = await handOver(opened, staff, form);
  const answers = [{ id: questions[0]!.id, option: 1 }];
  await patient.call('recordUnderstanding', { consentID: form.consentID, answers });
});

/** The case as each call that has timelines sends it. */
async function readBy(reader: Caller) {
  const details = (await reader.call('recordDetails', { id: form.recordID })).data;
  const { events } = (await reader.call('recordTimeline', { id: form.recordID })).data;
  const { changes } = await reader.call('syncChanges', {});
  return [details, events, changes];
}

test.each(['hospital', 'nurse', 'reader'])('%s reads that questions were answered, and not how', async (name) => {
  const [details, events, changes] = (await readBy(await signIn(app, `${name}@demo.nhs.uk`))).map((read) => JSON.stringify(read));
  for (const read of [details, events, ...(name === 'hospital' ? [changes] : [])])
    expect(read).toContain('UNDERSTANDING_CHECKED');
  for (const read of [details, events, changes]) {
    expect(read).not.toContain(WRONG);
    expect(read).not.toContain('Which eye is it?');
  }
});

test('who signs as the clinician reads the answers', async () => {
  for (const read of (await readBy(staff)).slice(0, 2)) expect(JSON.stringify(read)).toContain(WRONG);
});

test('the audit file tells whoever may read the answers how each question ended, nobody else anything, and no answer in words', async () => {
  const auditOf = async (by: Caller) => textOf(await privateFile(app, by, form.consentID, 'AUDIT'));
  const read = (await auditOf(staff)).replaceAll(/\s+/g, ' ');
  expect(read).toContain('Questions of understanding');
  expect(read).toContain('Which eye is it?');
  expect(read).toMatch(/Wrong(?!\w)/);
  expect(read).not.toContain(WRONG);
  for (const name of ['hospital', 'nurse', 'reader']) {
    const other = await auditOf(await signIn(app, `${name}@demo.nhs.uk`));
    expect(other).toContain('Timeline of the case');
    for (const words of ['Which eye is it?', 'Questions of understanding', WRONG]) expect(other).not.toContain(words);
  }
});

test('other events, and what an event says besides its answers, stay', () => {
  const detail = { 'id.0': 'a', 'question.0': 'b', 'option.0': 'c', 'isRight.0': false, signing_order: 1, sentBy: 'Demo' };
  expect(withoutAnswers({ type: 'UNDERSTANDING_CHECKED', detail }).detail).toEqual({ signing_order: 1, sentBy: 'Demo' });
  expect(withoutAnswers({ type: 'QUESTION_ASKED', detail }).detail).toEqual(detail);
});
