import 'fake-indexeddb/auto';
import { saveProfile } from '#store/session/profile.ts';
import { readConsentView } from '#store/views/cases.ts';
import { inked, sent } from '#tests/support/forms/builders.ts';
import { expect, test } from 'vitest';
import { openPage } from './one-page.ts';
import { signerForTests } from './signer-for-tests.ts';

// The signer's page, the clinician's vault and the real server in one process.
const { staff, tablet } = signerForTests();

test('words that the document cannot show are refused without a network as with it, and nothing is signed', async () => {
  const { consentID } = await sent(staff);
  await tablet.offline.pull();
  await saveProfile(tablet.offline.store, (await staff.call('userMe', {})).user);
  const page = await openPage(staff, tablet, { consentID });
  const details = await page.details();
  const input = inked(details);
  const key = () => tablet.offline.store.env.newId();
  const fields = [{ path: '', message: 'These characters cannot be printed: 😀' }];
  const signWith = (change: object) => page.say({ call: 'recordSign', input: { ...input, ...change }, key: key() });
  await expect(signWith({ comments: 'Thank you 😀' })).rejects.toMatchObject({ fields });
  tablet.goOffline();
  await expect(page.keepAnswers(details, { mattersToMe: 'My garden 😀' })).rejects.toMatchObject({ fields });
  await expect(signWith({ comments: 'Thank you 😀' })).rejects.toMatchObject({ fields });
  const witness = { name: 'Demo Nurse 😀', role: 'Nurse' };
  await expect(signWith({ method: 'MARK_WITNESSED', witness })).rejects.toMatchObject({ fields });
  expect(await readConsentView(tablet.offline.store, consentID)).toMatchObject({ status: 'SENT', mattersToMe: '' });
  expect(await signWith({ comments: 'Thank you' })).toEqual({ kind: 'queued' });
});
