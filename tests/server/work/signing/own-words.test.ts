import { sql } from 'kysely';
import type { Output } from '#contract/calls.ts';
import { up } from '#server/data/migrations/0067-own-words.ts';
import { signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { allSign, anotherParent, aParent, family2, sent2 } from '#tests/support/forms/form-2.ts';
import { signerAt } from '#tests/support/forms/signer-at.ts';
import { attachmentOf, onPdf, unbroken } from '#tests/server/outside/pdf/pdf-tools.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { expect, test } from 'vitest';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

type Sent = Output<'consentSend'>['data'];
const at = (version: Sent, place: Parameters<typeof signerAt>[3]) => signerAt(app, staff, version, place);
const wordsOf = async ({ recordID }: Pick<Sent, 'recordID'>) =>
  (await staff.call('recordDetails', { id: recordID })).data.consents[0]!.ownWords!.map(
    ({ kind, speaker, text }) => `${kind} ${speaker}: ${text}`,
  );

/** Two parents and the child sign, each with words of their own; the mother says what matters. */
async function spokenForm(): Promise<Sent> {
  const version = await sent2(staff, allSign());
  const { consentID } = version;
  const mother = await at(version, ['PARENT', 1]);
  await mother.call('recordAnswers', { consentID, mattersToMe: 'That she sleeps again' });
  await (await at(version, ['PARENT', 1])).sign({ comments: 'We stay with her' });
  await (await at(version, ['PARENT', 2])).sign({ comments: 'No milk, please' });
  await (await at(version, ['CHILD', 3])).sign({ comments: 'I like the nurse' });
  const [consent] = (await staff.call('recordDetails', { id: version.recordID })).data.consents;
  await staff.call('recordSign', typed(consent!));
  await app.doJobs();
  return version;
}
const SPOKEN = [
  'MATTERS Ada Demo-Mother: That she sleeps again',
  'COMMENT Ada Demo-Mother: We stay with her',
  'COMMENT Ben Demo-Father: No milk, please',
];

test('each word has its speaker on the page, in the sealed document and its content, and parents read none of the child’s', async () => {
  const version = await spokenForm();
  const words = await wordsOf(version);
  expect(words.slice(0, 3)).toEqual(SPOKEN);
  expect(words[3]).toMatch(/^COMMENT .+: I like the nurse$/);
  const file = await staff.download(version.consentID);
  const text = unbroken(onPdf(file, 'pdftotext', '-raw', 'FILE', '-'));
  for (const shown of [
    'In their own words',
    'Ada Demo-Mother “We stay with her” (at signing)',
    'Ben Demo-Father “No milk, please” (at signing)',
    'Ada Demo-Mother “That she sleeps again”',
  ])
    expect(text).toContain(unbroken(shown));
  expect(text).not.toContain(unbroken('I like the nurse'));
  const content = JSON.parse(attachmentOf(file, 'content.json')) as { ownWords: { speaker: string; text: string }[] };
  expect(content.ownWords.map(({ speaker, text: said }) => [speaker, said])).toEqual([
    ['Ada Demo-Mother', 'That she sleeps again'],
    ['Ada Demo-Mother', 'We stay with her'],
    ['Ben Demo-Father', 'No milk, please'],
  ]);
});

test('“Who decided” names who signed, and who did not agree has a line with the time', async () => {
  const version = await sent2(staff, family2({ parents: [aParent(), anotherParent()] }));
  const { consentID } = version;
  await (await at(version, ['PARENT', 1])).sign();
  const father = await at(version, ['PARENT', 2]);
  await father.call('recordIdentity', { consentID, confirmed: true });
  await father.call('recordDecline', { consentID, reason: 'I want to wait' });
  const [consent] = (await staff.call('recordDetails', { id: version.recordID })).data.consents;
  await staff.call('recordSign', typed(consent!));
  const [now] = (await staff.call('recordDetails', { id: version.recordID })).data.consents;
  const outcome = { outcome: 'ONE_SUFFICES' as const, note: 'A small operation' };
  await staff.call('recordDisagreement', { consentID, version: now!.version, ...outcome });
  await app.doJobs();
  const text = unbroken(onPdf(await staff.download(consentID), 'pdftotext', '-raw', 'FILE', '-'));
  expect(text).toContain(
    unbroken('A parent, or another adult with responsibility: Ada Demo-Mother Did not agree Ben Demo-Father, parent'),
  );
  expect(text).toContain(unbroken('confirmed who they are'));
  expect(await wordsOf(version)).toEqual(['DECLINE Ben Demo-Father: I want to wait']);
});

test('a signer’s page has their own words alone', async () => {
  const version = await sent2(staff, family2({ parents: [aParent(), anotherParent()] }));
  await (await at(version, ['PARENT', 1])).sign({ comments: 'We stay with her' });
  expect((await at(version, ['PARENT', 2])).details.consent.ownWords).toEqual([]);
});

test('what is there when the table comes is moved to its speakers, and what a server of the build before writes then is not lost', async () => {
  const version = await spokenForm();
  const words = await wordsOf(version);
  const { db } = app.database;
  await sql`drop table own_words`.execute(db);
  await up(db as never);
  const moved = await wordsOf(version);
  // Nobody knew who wrote what matters.
  expect(moved.toSorted()).toEqual(words.filter((each) => !each.startsWith('MATTERS')).toSorted());
  await db
    .updateTable('consents')
    .set({ parent_comments: sql`parent_comments || chr(10) || 'Ring us'` })
    .where('id', '=', version.consentID)
    .execute();
  expect(await wordsOf(version)).toEqual([...moved, 'COMMENT One of the parents: Ring us']);
});
