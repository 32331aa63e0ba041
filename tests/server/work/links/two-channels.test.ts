import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { signIn, typed } from '#tests/support/forms/builders.ts';
import { anotherParent, aParent, CHILD_BORN, draft2, family2 } from '#tests/support/forms/form-2.ts';
import { tokenIn, visit } from '#tests/support/forms/link-of.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { signatureAt, signerAt } from '#tests/support/forms/signer-at.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();

test('in one version the mother signs on the tablet and the father by a mailed link, at the same time', async () => {
  const staff = await signIn(app);
  const [mother, father] = [`mother-${randomUUID()}@example.org`, `father-${randomUUID()}@example.org`];
  const parents = [aParent({ emailAddress: mother }), anotherParent({ emailAddress: father })];
  const { consentID, recordID, version } = await draft2(staff, family2({ parents }));
  const channels = [{ signing_order: 2, channel: 'EMAIL' as const }];
  const { recipients } = await staff.call('consentSend', { consentID, version, channel: 'DEVICE', channels });
  expect(recipients.map(({ role, channel }) => [role, channel])).toEqual([
    ['PARENT', 'DEVICE'],
    ['PARENT', 'EMAIL'],
    ['CLINICIAN', 'DEVICE'],
  ]);
  const atHome = await visit(app, { token: await tokenIn(app, father), dateOfBirth: CHILD_BORN, lastName: 'Demo-Father' });
  const here = await signerAt(app, staff, { consentID }, ['PARENT', 1]);
  expect([here.details.signing_order, atHome.details.signing_order]).toEqual([1, 2]);
  // Neither is who the other is, and both have read the same form.
  expect(atHome.details.contentDigest).toBe(here.details.contentDigest);
  await here.sign();
  expect((await atHome.call('recordSign', signatureAt(atHome.details))).data.signerState).toBe('SIGNED');
  const versionNow = async () => (await staff.call('recordDetails', { id: recordID })).data.consents[0]!;
  await staff.call('recordSign', typed(await versionNow()));
  const { status, signatures, links } = await versionNow();
  expect([status, signatures.length]).toEqual(['SIGNED', 3]);
  expect(links?.map(({ signing_order, channel }) => [signing_order, channel])).toEqual([[2, 'EMAIL']]);
  expect(await mailsTo(app, mother)).toEqual([]);
  expect(await faultsOfCase(app, recordID)).toEqual([]);
});
