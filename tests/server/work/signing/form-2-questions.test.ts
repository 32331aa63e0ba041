import { FAILURES } from '#domain/base/messages.ts';
import { signIn } from '#tests/support/forms/builders.ts';
import { allSign, sent2 } from '#tests/support/forms/form-2.ts';
import { signatureAt, signerAt } from '#tests/support/forms/signer-at.ts';
import { ticketDetails } from '#tests/support/forms/ticket-details.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { expect, test } from 'vitest';

const app = useTestApp();

test('a child’s question and its answer are read by the child and by staff, and no parent reads them, though it holds them back', async () => {
  const staff = await signIn(app);
  const version = await sent2(staff, allSign());
  const at = (place: Parameters<typeof signerAt>[3]) => signerAt(app, staff, version, place);
  const [mother, father, child] = [await at(['PARENT', 1]), await at(['PARENT', 2]), await at(['CHILD', 3])];
  const { consentID } = version;
  const text = 'Could I be pregnant?';
  const { data: question } = await child.call('recordQuestion', { consentID, text });
  const pageOf = async (each: typeof child) =>
    ticketDetails(await each.call('consentDetailsByToken', { token: each.token })).consent;
  expect((await pageOf(child)).questions).toEqual([question]);
  // It is open, and no more is told of it.
  const unnamed = { ...question, text: '', askedBy: '', role: null, signing_order: null };
  for (const parent of [mother, father]) expect((await pageOf(parent)).questions).toEqual([unnamed]);
  expect((await father.refused('recordSign', signatureAt(father.details))).message).toBe(FAILURES.OPEN_QUESTION.message);
  await staff.call('recordAnswer', { id: question.id, answer: 'We talk about it alone' });
  await mother.call('recordQuestion', { consentID, text: 'How long will it take?' });
  expect((await pageOf(father)).questions).toMatchObject([{ text: '', askedBy: '' }]);
  expect((await pageOf(mother)).questions).toMatchObject([{ text: 'How long will it take?' }]);
  expect((await pageOf(child)).questions).toMatchObject([{ text, answer: 'We talk about it alone' }, { text: '' }]);
  const answers = await father.call('recordAnswers', { consentID, mattersToMe: 'Football' });
  expect(JSON.stringify(answers)).not.toMatch(/pregnant|alone|How long/);
  const { consents } = (await staff.call('recordDetails', { id: version.recordID })).data;
  expect(consents[0]!.questions.map(({ role, signing_order }) => [role, signing_order])).toEqual([
    ['CHILD', 3],
    ['PARENT', 1],
  ]);
});
