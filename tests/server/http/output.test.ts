import { expect, test } from 'vitest';
import { ConsentSummary } from '#contract/shapes/record-summary.ts';
import { draft, signIn } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();

test('an answer holds what the contract names and nothing else', async () => {
  const staff = await signIn(app);
  await draft(staff);
  const { body } = await app.ask({ url: '/api/consent/get/all', headers: { authorization: `Bearer ${staff.token}` } });
  const [first] = body.data.records;
  expect(Object.keys(first).toSorted()).toEqual(Object.keys(ConsentSummary.entries).toSorted());
  // A list shows who it is; where a patient lives and how they are reached is told with the patient alone.
  expect(Object.keys(first.patient).toSorted()).toEqual(Object.keys(ConsentSummary.entries.patient.entries).toSorted());
  expect(Object.keys(first.patient)).not.toContain('address');
});
