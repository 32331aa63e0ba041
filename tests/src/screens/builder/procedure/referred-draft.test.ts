import { expect, test } from 'vitest';
import { formsOfAge } from '#domain/forms/form-rules.ts';
import { referredInWords } from '#domain/referrals/referred-procedure.ts';
import { newDraft } from '#src/screens/builder/draft/draft.ts';
import { withReferred } from '#src/screens/builder/procedure/referred-draft.ts';
import { procedure } from '#tests/src/screens/builder/draft/build.ts';

const eye = procedure({ siteDefault: 'eye', anaestheticDefault: ['LOCAL'] });
const scope = procedure({
  procedureID: '01890000-0000-7000-8000-000000000002',
  procedureName: 'Gastroscopy',
  sideRequired: false,
});
const child = procedure({
  procedureID: '01890000-0000-7000-8000-000000000003',
  procedureName: 'Tonsillectomy',
  formTypes: ['FORM_2'],
});
const around = { library: [eye, scope, child], forms: formsOfAge(40), own: () => [] };
const named = (of: { procedureID: string; procedureName: string }, side: string | null = null) => ({
  procedureID: of.procedureID,
  procedureName: of.procedureName,
  side,
});
const started = (...procedures: ReturnType<typeof named>[]) => withReferred(newDraft(), procedures, around).procedures;

test('a form starts with what the referral names: the side, and the library’s text, site and anaesthetic', () => {
  const [first, second, ...rest] = started(named(eye, 'LEFT'), named(scope));
  expect(first).toMatchObject({ procedureID: eye.procedureID, side: 'LEFT', site: 'eye', anaesthetic: ['LOCAL'] });
  expect(first?.risks).toEqual(eye.risks);
  expect([second?.procedureID, second?.side, rest]).toEqual([scope.procedureID, null, []]);
});

test('without a named side none is chosen, and none stands on what has no side', () => {
  expect(started(named(eye), named(scope, 'LEFT')).map(({ side }) => side)).toEqual([null, null]);
  expect(started(named(eye, 'NOT_APPLICABLE'))[0]?.side).toBeNull();
});

test('what is out of use, not for the patient’s age, or named twice is not added; free words alone leave the form empty', () => {
  const retired = { procedureID: '01890000-0000-7000-8000-000000000009', procedureName: 'An old operation' };
  expect(started(named(retired, 'LEFT'), named(child), named(eye, 'RIGHT'), named(eye, 'RIGHT'))).toHaveLength(1);
  expect(started()).toEqual([]);
});

test('a referred procedure in words', () => {
  expect(referredInWords(named(eye, 'RIGHT'))).toBe('Cataract surgery with lens implant, RIGHT side');
  expect(referredInWords(named(scope))).toBe('Gastroscopy');
});
