import { allSign, family2, sent2 } from '#tests/support/forms/form-2.ts';
import { signIn } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { expect, test } from 'vitest';

const app = useTestApp();

test.each([
  ['one parent', family2(), ['PARENT', 'CLINICIAN']],
  ['two parents and the child', allSign(), ['PARENT', 'PARENT', 'CHILD', 'CLINICIAN']],
])('a complete Form 2 is sent to %s and the clinician', async (_, family, roles) => {
  const staff = await signIn(app);
  const version = await sent2(staff, family);
  expect(version.recipients.map(({ role }) => role)).toEqual(roles);
  expect(version.shown).toMatchObject({ shownVersion: 2 });
});
