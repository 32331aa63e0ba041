import { mergeThreeWay } from '#store/entities/merge.ts';
import { expect, test } from 'vitest';
import { demoConsent, demoPatient } from '#tests/store/demo-entities.ts';

const id = '0190f3a0-0000-7000-8000-0000000000a1';
const base = demoPatient({ id, phoneNumber: '01632 960001', address: '1 Demo Street' });
const form = demoConsent({ consentID: id, recordID: id, patientID: id, mattersToMe: 'Reading', refusals: ['Blood'] });

test('edits of different fields of a patient merge, and the note names them both', () => {
  const theirs = { ...base, address: '2 Demo Street', version: 2, updatedAt: '2026-08-07T14:05:00.000Z' };
  expect(mergeThreeWay('patients', { base, mine: { phoneNumber: '01632 960002' }, theirs })).toEqual({
    kind: 'merged',
    mine: { phoneNumber: '01632 960002' },
    noted: ['address', 'phoneNumber'],
  });
});

test('the same field with another value is a clash that shows all three, and the rest of mine stays mine', () => {
  const theirs = { ...base, phoneNumber: '01632 960003', version: 2 };
  const mine = { phoneNumber: '01632 960002', emailAddress: 'amber@demo.nhs.uk' };
  expect(mergeThreeWay('patients', { base, mine, theirs })).toEqual({
    kind: 'clash',
    clashes: [{ field: 'phoneNumber', base: '01632 960001', mine: '01632 960002', theirs: '01632 960003' }],
    mine: { emailAddress: 'amber@demo.nhs.uk' },
  });
});

test('the same field with the same value is no clash, and nothing of it is sent again', () => {
  const theirs = { ...base, phoneNumber: '01632 960002', version: 2 };
  expect(mergeThreeWay('patients', { base, mine: { phoneNumber: '01632 960002' }, theirs })).toMatchObject({
    kind: 'merged',
    mine: {},
  });
});

test.each(['firstName', 'lastName', 'dateOfBirth', 'nhsNumber', 'hospitalNumber'] as const)(
  'who somebody is never merges by itself, whoever changed it: %s',
  (field) => {
    const value = field === 'dateOfBirth' ? '1951-01-01' : '9990000018';
    const byMe = mergeThreeWay('patients', {
      base,
      mine: { [field]: value },
      theirs: { ...base, address: 'Elsewhere', version: 2 },
    });
    expect(byMe).toMatchObject({ kind: 'clash', clashes: [{ field, mine: value, theirs: base[field] }] });
    const byThem = mergeThreeWay('patients', {
      base,
      mine: { phoneNumber: '1' },
      theirs: { ...base, [field]: value, version: 2 },
    });
    expect(byThem).toMatchObject({
      kind: 'clash',
      clashes: [{ field, mine: base[field], theirs: value }],
      mine: { phoneNumber: '1' },
    });
  },
);

test('an identity that both put right in the same way is no clash', () => {
  const theirs = { ...base, lastName: 'Demo-Birch', version: 2 };
  expect(mergeThreeWay('patients', { base, mine: { lastName: 'Demo-Birch', phoneNumber: '2' }, theirs })).toMatchObject({
    kind: 'merged',
    mine: { phoneNumber: '2' },
  });
});

test('without a base every field that differs is a clash', () => {
  const merge = mergeThreeWay('patients', { base: null, mine: { address: 'Mine' }, theirs: { ...base, version: 2 } });
  expect(merge).toMatchObject({ kind: 'clash', clashes: [{ field: 'address', mine: 'Mine', theirs: '1 Demo Street' }] });
});

test('what matters to a patient and what is refused merge in a draft; where somebody stands in the form is no clash', () => {
  const theirs = { ...form, refusals: ['Blood', 'Students'], activeTab: 3, version: 2 };
  expect(mergeThreeWay('consents', { base: form, mine: { mattersToMe: 'Driving', activeTab: 2 }, theirs })).toEqual({
    kind: 'merged',
    mine: { mattersToMe: 'Driving', activeTab: 2 },
    noted: ['mattersToMe', 'refusals'],
  });
});

test.each(['procedures', 'templateID', 'formType'] as const)('%s never merges by itself', (field) => {
  const changed = { procedures: [{ procedureID: id }], templateID: id, formType: 'FORM_2' }[field];
  const byMe = mergeThreeWay('consents', {
    base: form,
    mine: { [field]: changed },
    theirs: { ...form, mattersToMe: 'Driving', version: 2 },
  });
  const byThem = mergeThreeWay('consents', {
    base: form,
    mine: { mattersToMe: 'x' },
    theirs: { ...form, [field]: changed, version: 2 },
  });
  for (const merge of [byMe, byThem]) expect(merge).toMatchObject({ kind: 'clash', clashes: [{ field }] });
});

test.each(['SENT', 'PARTIALLY_SIGNED', 'SIGNED', 'WITHDRAWN'] as const)('nothing flows into a version that is %s', (status) => {
  const merge = mergeThreeWay('consents', {
    base: form,
    mine: { mattersToMe: 'Driving' },
    theirs: { ...form, status, version: 2 },
  });
  expect(merge).toMatchObject({ kind: 'clash', clashes: [{ field: 'mattersToMe' }], mine: {} });
});
