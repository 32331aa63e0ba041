import { expect, test } from 'vitest';
import { handOver, inked, sent, signIn, typed } from '#tests/support/forms/builders.ts';
import { allSign, sent2 } from '#tests/support/forms/form-2.ts';
import { signerAt } from '#tests/support/forms/signer-at.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { attachmentOf, textOf } from '#tests/server/outside/pdf/pdf-tools.ts';

const app = useTestApp();

test('the sealed form has the questions that were asked before signing, with their answers', async () => {
  const staff = await signIn(app);
  const form = await sent(staff);
  const patient = await handOver(app, staff, form);
  const { consentID } = form;
  const { data } = await patient.call('recordQuestion', { consentID, text: 'May I drive the day after?' });
  await staff.call('recordAnswer', { id: data.id, answer: 'Not for two days.' });
  await patient.call('recordSign', inked(patient.details));
  await staff.call('recordSign', typed(form));
  await app.doJobs();
  const text = textOf(await staff.download(consentID)).replaceAll(/\s+/g, ' ');
  expect(text).toContain('Questions before signing');
  expect(text).toContain('May I drive the day after?');
  expect(text).toContain('Demo Clinician: Not for two days.');
});

test('what a child asked or added is not in a document that parents get, nor in the record inside it', async () => {
  const staff = await signIn(app);
  const form = await sent2(staff, allSign());
  const { consentID } = form;
  const child = await signerAt(app, staff, form, ['CHILD', 3]);
  const { data } = await child.call('recordQuestion', { consentID, text: 'Could I be pregnant?' });
  await staff.call('recordAnswer', { id: data.id, answer: 'We test for it.' });
  const mother = await signerAt(app, staff, form, ['PARENT', 1]);
  const asked = await mother.call('recordQuestion', { consentID, text: 'How long is the scar?' });
  await staff.call('recordAnswer', { id: asked.data.id, answer: 'Two centimetres.' });
  for (const place of [
    ['PARENT', 1],
    ['PARENT', 2],
    ['CHILD', 3],
  ] as const)
    await (await signerAt(app, staff, form, [...place])).sign({ comments: `${place[0]} adds this` });
  await staff.call('recordSign', typed(form));
  await app.doJobs();
  const file = await staff.download(consentID);
  const text = textOf(file).replaceAll(/\s+/g, ' ');
  expect([text.includes('How long is the scar?'), text.includes('Could I be pregnant?')]).toEqual([true, false]);
  for (const shown of [text, attachmentOf(file, 'content.json')])
    expect([shown.includes('PARENT adds this'), shown.includes('CHILD adds this')]).toEqual([true, false]);
  const [read] = (await staff.call('recordDetails', { id: form.recordID })).data.consents;
  expect(read!.patientComments, 'staff read it').toBe('CHILD adds this');
});
