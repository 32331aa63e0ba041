import { beforeEach, expect, test } from 'vitest';
import { handOver, inked, signIn, typed, type Caller } from '#tests/support/builders.ts';
import {
  capacityWithAttorney,
  capacityWithSecondOpinion,
  completeCapacity,
  DEMO_DAUGHTER,
  DEMO_SECOND_OPINION,
  formFourDraft,
  formFourSent,
} from '#tests/support/form-4.ts';
import { useTestApp } from '#tests/support/use-test-app.ts';

let staff: Caller & { token: string };
let second: Caller & { token: string };
const app = useTestApp();
beforeEach(async () => {
  staff = await signIn(app);
  second = await signIn(app, 'eyes@demo.nhs.uk');
});

const details = async (recordID: string) => (await staff.call('recordDetails', { id: recordID })).data;

test('the clinician alone signs where nobody else must, and the form is sealed', async () => {
  const version = await formFourSent(staff);
  expect(version.recipients.map(({ role, required }) => [role, required])).toEqual([['CLINICIAN', true]]);
  const { data } = await staff.call('recordSign', typed(version));
  expect(data).toMatchObject({ status: 'SIGNED', sealState: 'SEALING' });
  await app.doJobs();
  const { consents } = await details(version.recordID);
  expect(consents[0]).toMatchObject({ status: 'SIGNED', sealState: 'SEALED', formType: 'FORM_4' });
  expect((await staff.download(version.consentID)).subarray(0, 5).toString()).toBe('%PDF-');
});
