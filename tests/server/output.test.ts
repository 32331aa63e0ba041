import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConsentSummary } from '#contract/record-shapes.ts';
import { openTestApp, type TestApp } from '#tests/support/app.ts';
import { draft, signIn } from '#tests/support/builders.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

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
