import { ageFactsOf, ageLight } from '#domain/theatre/age-on-day.ts';
import { lightOf } from '#domain/theatre/theatre-light.ts';
import { ADULT_FROM, PRESUMED_ABLE_FROM } from '#domain/forms/age-at-signing.ts';
import { FORM_TYPES, type FormType } from '#domain/forms/form-types.ts';
import { BASES } from '#domain/family/family.ts';
import { DAY } from '#domain/base/limits.ts';
import { localDate, plainDateOf } from '#domain/values/plain-date.ts';
import { SEALED } from '#tests/support/forms/sealed-light.ts';
import { expect, test } from 'vitest';

const LONDON = 'Europe/London';
const HELD = 'GREEN';

/** The birth date of somebody who becomes so old so many days after a day. */
function bornFor(years: number, day: string, daysAfter = 0): string {
  const birthday = plainDateOf(Date.parse(day) + daysAfter * DAY);
  return `${Number(birthday.slice(0, 4)) - years}${birthday.slice(4)}`;
}

type Form = { formType: FormType; basis: (typeof BASES)[number] | null };
const FORMS: readonly Form[] = [
  ...FORM_TYPES.filter((formType) => formType !== 'FORM_2').map((formType) => ({ formType, basis: null })),
  ...[...BASES, null].map((basis) => ({ formType: 'FORM_2' as const, basis })),
];

/** The light by form and birthday, from the paper: before it, and from it on. */
function expected({ formType, basis }: Form, birthday: number, isPast: boolean): string {
  if (!isPast || formType === 'FORM_4') return 'none';
  if (formType !== 'FORM_2' || basis === 'CHILD') return birthday === PRESUMED_ABLE_FROM ? HELD : 'none';
  if (basis === 'COURT') return birthday === PRESUMED_ABLE_FROM ? 'none' : 'AMBER';
  return birthday === PRESUMED_ABLE_FROM ? 'AMBER' : 'RED';
}

// Both ends of summer time, and a day on each side of them.
const DAYS = ['2026-10-24', '2026-10-25', '2026-10-26', '2027-03-27', '2027-03-28', '2027-03-29', '2026-12-03'];

test.each([PRESUMED_ABLE_FROM, ADULT_FROM])(
  'the day before birthday %i, the birthday and the day after, of each form',
  (birthday) => {
    const read = [];
    const wanted = [];
    for (const form of FORMS)
      for (const day of DAYS)
        for (const [time, daysAfter] of ['00:30', '23:30'].flatMap((at) => [-1, 0, 1].map((days) => [at, days] as const))) {
          const signedAt = new Date(Date.parse(day) - 30 * DAY).toISOString();
          const today = localDate(Date.parse(`${day}T${time}:00.000+00:00`), LONDON);
          const born = bornFor(birthday, today, daysAfter);
          const facts = ageFactsOf({ ...form, signedAt }, { dateOfBirth: born, listedOn: today, today, timeZone: LONDON });
          read.push([form.formType, form.basis, today, daysAfter, ageLight(facts)?.light ?? 'none']);
          wanted.push([form.formType, form.basis, today, daysAfter, expected(form, birthday, daysAfter <= 0)]);
        }
    expect(read).toEqual(wanted);
  },
);

test.each([
  [{ formType: 'FORM_2', basis: 'PARENT' }, 16, ['AMBER', 'Now 16: the young person is asked']],
  [{ formType: 'FORM_2', basis: 'PARENT' }, 18, ['RED', 'An adult now: a parent’s consent does not hold']],
  [{ formType: 'FORM_2', basis: 'COURT' }, 18, ['AMBER', 'An adult now: does the order still hold?']],
  [{ formType: 'FORM_2', basis: 'CHILD' }, 16, ['GREEN', 'Given at 15, still holds']],
  [{ formType: 'FORM_1', basis: null }, 16, ['GREEN', 'Given at 15, still holds']],
  [{ formType: 'FORM_3', basis: null }, 16, ['GREEN', 'Given at 15, still holds']],
] as const)('%o at %i reads %o', (form, years, words) => {
  const around = { dateOfBirth: bornFor(years, '2026-12-01'), listedOn: null, today: '2026-12-03', timeZone: LONDON };
  const light = ageLight(ageFactsOf({ ...form, signedAt: '2026-11-28T10:00:00.000Z' }, around));
  expect([light?.light, light?.reason]).toEqual(words);
});

test.each([
  ['PARENT', 16, 'AMBER', 'On 3 Dec: now 16. The young person is asked'],
  ['PARENT', 18, 'RED', 'On 3 Dec: an adult now. A parent’s consent does not hold'],
  ['COURT', 18, 'AMBER', 'On 3 Dec: an adult now. Does the order still hold?'],
] as const)('a day to come is foretold: by %s, at %i', (basis, years, light, reason) => {
  const around = { dateOfBirth: bornFor(years, '2026-11-30'), listedOn: '2026-12-03', today: '2026-11-28', timeZone: LONDON };
  const form = { formType: 'FORM_2' as const, basis, signedAt: '2026-11-28T10:00:00.000Z' };
  const foretold = ageLight(ageFactsOf(form, around));
  expect(foretold).toEqual({ light, reason, isForetold: true });
  const onDay = ageLight(ageFactsOf(form, { ...around, today: '2026-12-03' }));
  expect(onDay?.light).toBe(light);
  expect(onDay?.isForetold).toBeUndefined();
  // A day that has passed is judged as of today.
  expect(ageLight(ageFactsOf(form, { ...around, listedOn: '2026-11-01' }))).toBeNull();
});

test('somebody born on 29 February is a year older on 1 March, and on 29 February where there is one', () => {
  const on = (today: string, dateOfBirth: string) =>
    ageLight({ formType: 'FORM_2', basis: 'PARENT', births: [dateOfBirth], signedOn: '2026-01-10', listedOn: null, today })
      ?.light;
  expect([on('2028-02-28', '2012-02-29'), on('2028-02-29', '2012-02-29')]).toEqual([undefined, 'AMBER']);
  expect([on('2030-02-28', '2012-02-29'), on('2030-03-01', '2012-02-29')]).toEqual(['AMBER', 'RED']);
});

test('a signature in the first hour of a day of summer time is of that day', () => {
  // Half past midnight on the birthday in London, and still the evening before in UTC.
  const form = { formType: 'FORM_2' as const, basis: 'PARENT' as const, signedAt: '2026-06-30T23:30:00.000Z' };
  const around = { dateOfBirth: '2010-07-01', listedOn: null, today: '2026-07-02' };
  expect(ageLight(ageFactsOf(form, { ...around, timeZone: LONDON }))).toBeNull();
  expect(ageLight(ageFactsOf(form, { ...around, timeZone: 'UTC' }))?.light).toBe('AMBER');
});

test('of the birth dates of record and form the worse one counts', () => {
  const facts = { formType: 'FORM_2', basis: 'PARENT', signedOn: '2026-11-20', listedOn: null, today: '2026-11-28' } as const;
  const light = (...births: string[]) => ageLight({ ...facts, births })?.light;
  expect(light('2012-01-01')).toBeUndefined();
  expect([light('2012-01-01', '2008-01-01'), light('2008-01-01', '2012-01-01')]).toEqual(['RED', 'RED']);
  // At 16 on one of the two, and signed at 15 on the other.
  expect([light('2010-01-01', '2011-01-01'), light('2011-01-01', '2010-01-01')]).toEqual(['AMBER', 'AMBER']);
});

test('the light of a case is never better than the age on the day, and names what is worse first', () => {
  const around = { births: ['2010-11-30'], signedOn: '2026-11-28', listedOn: '2026-12-03', today: '2026-12-03' };
  const light = (form: Form, change: object = {}) => lightOf({ ...SEALED, ...change, patientAge: { ...form, ...around } });
  const byParent = { formType: 'FORM_2', basis: 'PARENT' } as const;
  expect(light(byParent)).toEqual({ light: 'AMBER', reason: 'Now 16: the young person is asked' });
  expect(light({ formType: 'FORM_1', basis: null })).toEqual({
    light: 'GREEN',
    reason: 'Signed and sealed. Given at 15, still holds',
  });
  const adult = { ...byParent, ...around, births: ['2008-11-30'] };
  for (const change of [
    {},
    { hasOpenQuestion: true },
    { isNewest: false, status: 'DRAFT' },
    { inForce: { ...SEALED.inForce, confirmState: 'CONFIRMED' } },
  ] as const)
    expect(lightOf({ ...SEALED, ...change, patientAge: adult })).toEqual({
      light: 'RED',
      reason: 'An adult now: a parent’s consent does not hold',
    });
  expect(lightOf({ ...SEALED, inForce: { ...SEALED.inForce, confirmState: 'LAPSED' }, patientAge: adult }).reason).toBe(
    'The consent has lapsed',
  );
});
