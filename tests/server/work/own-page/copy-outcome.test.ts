import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { aParent, draft2, family2 } from '#tests/support/forms/form-2.ts';
import { mailedForm } from '#tests/support/forms/link-of.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// A copy on paper, or none, is told in the timeline; a mail goes to the address that was seen, or to none.

const app = useTestApp();
let staff: Caller;
beforeEach(async () => {
  staff = await signIn(app);
});
const versionOf = async (recordID: string) => (await staff.call('recordDetails', { id: recordID })).data.consents[0]!;

test('a copy on paper and one that nobody wants are told in the timeline, by whom', async () => {
  const { consentID, recordID } = await signed(app, staff);
  await app.doJobs();
  for (const outcome of ['NOT_WANTED', 'PRINTED'] as const) {
    const { message } = await staff.call('recordCopyOutcome', { consentID, signing_order: 1, outcome });
    expect(message).toBe('Recorded in the timeline');
  }
  const told = (await versionOf(recordID)).Timeline.filter(({ type }) => type.startsWith('COPY_'));
  expect(told.map(({ type, actor, detail }) => [type, actor.kind, detail])).toEqual([
    ['COPY_NOT_WANTED', 'STAFF', { role: 'PATIENT', order: 1 }],
    ['COPY_PRINTED', 'STAFF', { role: 'PATIENT', order: 1 }],
  ]);
});

test('nothing is recorded of a form that is not sealed, of nobody, or of somebody who decides nothing', async () => {
  const out = await mailedForm(app, staff);
  const outcome = 'PRINTED';
  const { code } = await staff.refused('recordCopyOutcome', { consentID: out.consentID, signing_order: 1, outcome });
  expect(code).toBe('MOVE_REFUSED');
  const { consentID } = await signed(app, staff);
  await app.doJobs();
  expect((await staff.refused('recordCopyOutcome', { consentID, signing_order: 9, outcome })).code).toBe('INVALID');
  expect((await staff.refused('recordCopyOutcome', { consentID, signing_order: 2, outcome })).code).toBe('MOVE_REFUSED');
});

test('a link to sign goes to the address that was seen, whatever its letters’ case, and to no other', async () => {
  const { consentID, address } = await mailedForm(app, staff);
  const send = { consentID, role: 'PATIENT' as const };
  const before = (await mailsTo(app, address)).length;
  const refused = await staff.refused('consentSendEmail', { ...send, address: 'somebody.else@example.org' });
  expect(refused.fields).toEqual([{ path: 'address', message: 'The address on the record is another by now: look at it again' }]);
  await app.doJobs();
  expect(await mailsTo(app, address)).toHaveLength(before);
  await staff.call('consentSendEmail', { ...send, address: address.toUpperCase() });
  await app.doJobs();
  expect(await mailsTo(app, address)).toHaveLength(before + 1);
});

test('a parent’s address is that of the form', async () => {
  const emailAddress = `mother-${randomUUID()}@example.org`;
  const { consentID, version } = await draft2(staff, family2({ parents: [aParent({ emailAddress })] }));
  await staff.call('consentSend', { consentID, version, channel: 'DEVICE' });
  const send = { consentID, role: 'PARENT' as const };
  expect((await staff.refused('consentSendEmail', { ...send, address: 'somebody@example.org' })).code).toBe('INVALID');
  await staff.call('consentSendEmail', { ...send, address: emailAddress });
});
