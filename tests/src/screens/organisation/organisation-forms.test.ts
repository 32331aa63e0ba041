import { expect, test } from 'vitest';
import { withOwn } from '#src/screens/account/profile-choices.ts';
import { DETAILS_FIELDS, detailsInput, detailsProblems, detailsFormOf } from '#src/screens/organisation/details-form.ts';
import { endedToday, mayEndToday, planFormOf, planInput, planProblems, planWords } from '#src/screens/organisation/plan-form.ts';

const ID = '018f0000-0000-7000-8000-000000000001';
const ORGANISATION = {
  _id: ID,
  name: 'Demo Hospital',
  address: '1 Demo Lane',
  supportEmail: null,
  supportPhone: '01632 960001',
  patientPhone: null,
  privacyText: null,
  privacyUrl: null,
  accessibilityEmail: null,
  safetyContacts: ['safety@demo.nhs.uk', 'other@demo.nhs.uk'],
  setup: { missing: [], hadSent: false },
  messageChannels: ['EMAIL' as const],
  logo: null,
  version: 3,
  isFirst: true,
};

test('an empty contact is none, and the details that were read are sent as they were', () => {
  expect(detailsInput(detailsFormOf(ORGANISATION))).toEqual({
    name: 'Demo Hospital',
    address: '1 Demo Lane',
    supportEmail: null,
    supportPhone: '01632 960001',
    patientPhone: null,
    privacyText: null,
    privacyUrl: null,
    accessibilityEmail: null,
    safetyContacts: ['safety@demo.nhs.uk', 'other@demo.nhs.uk'],
  });
  expect(detailsProblems(detailsFormOf(ORGANISATION))).toEqual([]);
});

test('each problem stands at its field, in their order', () => {
  const wrong = {
    name: '',
    address: 'x'.repeat(201),
    supportEmail: 'nobody',
    supportPhone: 'ring',
    patientPhone: 'ring',
    privacyText: 'x'.repeat(20_001),
    privacyUrl: 'http://demo.nhs.uk',
    accessibilityEmail: 'nobody',
    safetyContacts: 'safety@demo.nhs.uk\nnobody',
  };
  expect(detailsProblems(wrong).map(({ field }) => field)).toEqual([
    ...DETAILS_FIELDS.slice(0, 7),
    'privacyUrl',
    ...DETAILS_FIELDS.slice(7),
  ]);
  expect(detailsProblems(wrong).at(-1)?.message).toBe('The Email must be an e-mail address: “nobody”');
});

const PLAN = {
  _id: ID,
  name: 'Eyes',
  specialities: ['Urology'],
  startDate: '2026-08-01',
  endDate: null,
  status: 'ACTIVE' as const,
};

test('a plan ends today once it has begun, and only while it goes on', () => {
  expect(mayEndToday(PLAN, '2026-08-01')).toBe(true);
  expect(mayEndToday(PLAN, '2026-07-31')).toBe(false);
  expect(mayEndToday({ ...PLAN, endDate: '2026-08-06' }, '2026-08-06')).toBe(false);
  expect(mayEndToday({ ...PLAN, endDate: '2026-08-07' }, '2026-08-06')).toBe(true);
  expect(endedToday(PLAN, '2026-08-06')).toEqual({
    _id: ID,
    name: 'Eyes',
    specialities: ['Urology'],
    startDate: '2026-08-01',
    endDate: '2026-08-06',
  });
});

test('a plan says for whom it is and for how long', () => {
  expect(planWords(PLAN)).toBe('Urology, from 1 Aug 2026');
  expect(planWords({ ...PLAN, specialities: [], endDate: '2026-08-06' })).toBe('All specialities, 1 Aug 2026 to 6 Aug 2026');
});

test('a new plan begins today, and is not sent without a name or with its days the wrong way round', () => {
  const form = planFormOf(null, '2026-08-06');
  expect(planInput({ ...form, name: 'New' })).toEqual({ name: 'New', specialities: [], startDate: '2026-08-06', endDate: null });
  expect(planProblems(form)).toEqual([{ field: 'name', message: 'The Name must be at least 2 characters' }]);
  expect(planProblems({ ...form, name: 'New', endDate: '2026-08-05' })).toEqual([
    { field: 'endDate', message: 'The last day must not be before the first' },
  ]);
  expect(planProblems({ ...form, name: 'New', endDate: '2026-13-05' }).map(({ field }) => field)).toEqual(['endDate']);
});

test('who has an ended grade and speciality finds them in the profile; nobody else does', () => {
  const offered = { grades: ['Nurse'], specialities: [{ _id: ID, name: 'Urology' }] };
  expect(withOwn(offered, { grade: null, speciality: null, specialityID: null })).toEqual(offered);
  expect(withOwn(offered, { grade: 'Nurse', speciality: 'Urology', specialityID: ID })).toEqual(offered);
  const other = '018f0000-0000-7000-8000-000000000002';
  expect(withOwn(offered, { grade: 'Fellow', speciality: 'Audiology', specialityID: other })).toEqual({
    grades: ['Nurse', 'Fellow'],
    specialities: [...offered.specialities, { _id: other, name: 'Audiology' }],
  });
});
