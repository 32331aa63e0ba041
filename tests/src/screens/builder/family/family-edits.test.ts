import { changedOrder } from '#src/editing/adult-edits.ts';
import { describe, expect, test } from 'vitest';
import { changeChild, changeGillick } from '#src/screens/builder/family/child-edits.ts';
import type { Draft } from '#src/screens/builder/draft/draft.ts';
import {
  addParent,
  changeDisagreement,
  changeParent,
  chooseBasis,
  removeParent,
  showsDisagreement,
} from '#src/screens/builder/family/family-edits.ts';
import { fieldFaults } from '#src/screens/builder/parts/field-faults.ts';
import { formChoices } from '#src/screens/builder/procedure/form-choices.ts';
import { formsOfAge } from '#domain/forms/form-rules.ts';
import { draft } from '#tests/src/screens/builder/draft/build.ts';

const MOTHER = '01890000-0000-7000-8000-0000000000a1';
const FATHER = '01890000-0000-7000-8000-0000000000a2';
const family = (change: Partial<Draft> = {}) =>
  addParent(addParent(draft({ formType: 'FORM_2', basis: 'PARENT', ...change }), MOTHER), FATHER);
const father = (form: Draft) => form.parents.find(({ id }) => id === FATHER);

describe('the adults of a family', () => {
  test('a new adult signs, and says nothing yet', () => {
    expect(family().parents).toHaveLength(2);
    expect(father(family())).toMatchObject({ name: '', signs: true, answer: 'NOT_ASKED', responsibility: null, order: null });
    expect(removeParent(family(), MOTHER).parents.map(({ id }) => id)).toEqual([FATHER]);
  });

  test('a ground that rests on an order opens its fields, and another ground takes them away', () => {
    const guardian = changeParent(family(), FATHER, { responsibility: 'GUARDIAN' });
    expect(father(guardian)?.order).toEqual({ kind: null, court: '', number: '', date: null });
    const authority = changeParent(guardian, FATHER, { responsibility: 'LOCAL_AUTHORITY', detail: 'Demo Council' });
    expect(father(authority)).toMatchObject({ detail: 'Demo Council', order: { court: '' } });
    expect(father(changeParent(authority, FATHER, { responsibility: 'MOTHER' }))).toMatchObject({ detail: '', order: null });
  });

  test('a will has no court and no number', () => {
    const order = changedOrder(null, { court: 'Demo Court', number: '7' });
    expect(changedOrder(order, { kind: 'WILL', date: '2020-01-02' })).toEqual({
      kind: 'WILL',
      court: '',
      number: '',
      date: '2020-01-02',
    });
    expect(changedOrder(order, { kind: 'CARE' })).toMatchObject({ court: 'Demo Court', number: '7' });
  });

  test('the signature is the answer: whoever signs has no reported one', () => {
    const reported = changeParent(family(), FATHER, { signs: false, answer: 'AGREES', answeredHow: 'PHONE' });
    expect(father(reported)).toMatchObject({ answer: 'AGREES', answeredHow: 'PHONE' });
    expect(father(changeParent(reported, FATHER, { signs: true }))).toMatchObject({ answer: 'NOT_ASKED', answeredHow: null });
    expect(father(changeParent(reported, FATHER, { answer: 'NOT_ASKED' }))?.answeredHow).toBeNull();
  });
});

describe('a disagreement', () => {
  const against = changeParent(family(), FATHER, { signs: false, answer: 'DISAGREES' });

  test('is asked about only where an adult disagrees, or a court decides', () => {
    expect(showsDisagreement(family())).toBe(false);
    expect(showsDisagreement(against)).toBe(true);
    expect(showsDisagreement(chooseBasis(family(), 'COURT'))).toBe(true);
  });

  test('an empty record goes with its cause; one that says something stays to be seen', () => {
    const settled = changeDisagreement(against, { outcome: 'ONE_SUFFICES' });
    expect(changeParent(settled, FATHER, { answer: 'AGREES' }).disagreement).toBeNull();
    expect(removeParent(settled, FATHER).disagreement).toBeNull();
    const noted = changeDisagreement(settled, { note: 'Talked it through' });
    expect(changeParent(noted, FATHER, { answer: 'AGREES' }).disagreement).toMatchObject({ note: 'Talked it through' });
  });

  test('a court’s decision has its order, and another outcome none', () => {
    const court = changeDisagreement(against, { outcome: 'COURT_ORDER' });
    expect(court.disagreement?.courtOrder).toEqual({ court: '', number: '', date: null, decision: null });
    expect(changeDisagreement(court, { outcome: 'AGREED' }).disagreement?.courtOrder).toBeNull();
  });

  test('where a court decides, the outcome is known; chosen by mistake, nothing is left of it', () => {
    const court = chooseBasis(family(), 'COURT');
    expect(court.disagreement).toMatchObject({ outcome: 'COURT_ORDER', courtOrder: { court: '' } });
    expect(chooseBasis(court, 'PARENT').disagreement).toBeNull();
    const written = changeDisagreement(court, { note: 'By telephone' });
    expect(chooseBasis(written, 'PARENT').disagreement).toMatchObject({ note: 'By telephone' });
  });
});

describe('the child’s part', () => {
  const start = { assessor: 'Demo Clinician', assessedAt: '2026-08-06T14:00:00.000Z' };

  test('a child who says no is not asked to sign', () => {
    const yes = changeChild(family(), { agreement: 'AGREES', signs: true });
    expect(yes.child).toMatchObject({ agreement: 'AGREES', signs: true });
    expect(changeChild(yes, { agreement: 'DISAGREES' }).child?.signs).toBe(false);
  });

  test('encouragement is asked only where parents must not know', () => {
    const secret = changeChild(changeChild(family(), { tellParents: 'NO' }), { encouraged: true });
    expect(secret.child?.encouraged).toBe(true);
    expect(changeChild(secret, { tellParents: 'YES' }).child?.encouraged).toBeNull();
  });

  test('an assessment begins with who assesses and the time, and keeps them', () => {
    const begun = changeGillick(family(), { points: { treatment: true } }, start);
    expect(begun.child?.gillick).toMatchObject({ ...start, able: null, points: { treatment: true, risks: null } });
    const later = changeGillick(begun, { points: { risks: false }, able: false }, { assessor: 'Other', assessedAt: '' });
    expect(later.child?.gillick).toMatchObject({ ...start, able: false, points: { treatment: true, risks: false } });
  });
});

test('a field says what is missing once its step was left; a wrong answer says so at once', () => {
  const form = changeParent(family(), FATHER, { responsibility: 'GUARDIAN', name: 'Demo Adult' });
  const around = {
    draft: form,
    missing: [
      { path: 'parents.1.order.court', message: 'Enter the court', step: 'family' },
      { path: 'parents.1.name', message: 'Another name', step: 'family' },
      { path: 'child.agreement', message: 'Ask the child', step: 'child' },
    ],
    errorAt: (path: string) => (path === 'parents.0.emailAddress' ? 'No address' : undefined),
  } as const;
  const fresh = fieldFaults({ ...around, isRevisited: false });
  expect(fresh('parents.1.order.court')).toBeUndefined();
  expect(fresh('child.agreement')).toBeUndefined();
  expect(fresh('parents.1.name')).toBe('Another name');
  expect(fresh('parents.0.emailAddress')).toBe('No address');
  const again = fieldFaults({ ...around, isRevisited: true });
  expect(again('parents.1.order.court')).toBe('Enter the court');
  expect(again('child.agreement')).toBe('Ask the child');
});

test('each form says who decides on it, by the patient’s age', () => {
  const hintOf = (age: number, form: string) => formChoices(formsOfAge(age)).find(({ value }) => value === form)?.hint;
  expect(hintOf(9, 'FORM_2')).toBe('A parent or another adult decides');
  expect(hintOf(9, 'FORM_1')).toBe('The child decides alone, after an assessment');
  expect(hintOf(9, 'FORM_4')).toBeUndefined();
  expect(hintOf(17, 'FORM_1')).toBe('The young person decides');
  expect(hintOf(40, 'FORM_1')).toBe('A patient who can decide');
  expect(hintOf(40, 'FORM_2')).toBeUndefined();
});
