import { describe, expect, test } from 'vitest';
import { EMPTY_CAPACITY } from '#domain/capacity/capacity.ts';
import {
  addOption,
  addPerson,
  capacityOf,
  changeAbility,
  changeAdvance,
  changeAdvocate,
  changeAppointment,
  changeCourtOrder,
  changeOption,
  changePerson,
  changeRestraint,
  changeSecondOpinion,
  changeTest,
  removeOption,
  removePerson,
} from '#src/screens/builder/capacity/capacity-edits.ts';
import { newDraft } from '#src/screens/builder/draft/draft.ts';
import { completeCapacity, DEMO_ATTORNEY } from '#tests/support/forms/form-4.ts';

const NOW = '2026-08-06T14:05:00.000Z';
const BY = { name: 'Demo Clinician', now: NOW };
const empty = newDraft();
const full = { ...empty, capacity: completeCapacity() };

describe('the test', () => {
  test('is empty before the first answer, which brings assessor and time', () => {
    expect(capacityOf(empty)).toEqual(EMPTY_CAPACITY);
    const { test: answered } = capacityOf(changeAbility(empty, { ability: 'weigh', able: false }, BY));
    expect(answered).toMatchObject({
      weigh: { able: false, evidence: '' },
      retain: { able: null },
      assessor: BY.name,
      assessedAt: NOW,
    });
  });

  test('keeps an assessor and a time that stand there', () => {
    const { assessor, assessedAt } = capacityOf(changeTest(full, { because: false }, { name: 'Demo Eyes', now: NOW })).test;
    expect([assessor, assessedAt]).toEqual([full.capacity.test.assessor, full.capacity.test.assessedAt]);
  });

  test('asks nothing about waiting where nobody will be able again', () => {
    const waits = changeTest(full, { mayRegain: 'YES', canWait: false, waitReason: 'Pain' }, BY);
    expect(capacityOf(waits).test).toMatchObject({ canWait: false, waitReason: 'Pain' });
    expect(capacityOf(changeTest(waits, { mayRegain: 'NO' }, BY)).test).toMatchObject({ canWait: null, waitReason: '' });
  });
});

describe('who may decide', () => {
  test('an attorney who is not there after all has no other answers', () => {
    const found = changeAppointment(full, 'lpa', DEMO_ATTORNEY as never);
    expect(capacityOf(found).authority.lpa.names).toEqual(DEMO_ATTORNEY.names);
    expect(capacityOf(found).authority.deputy.found).toBe(false);
    expect(capacityOf(changeAppointment(found, 'lpa', { found: false })).authority.lpa).toEqual({
      ...EMPTY_CAPACITY.authority.lpa,
      found: false,
    });
  });

  test('neither has an advance decision', () => {
    const found = changeAdvance(full, { found: true, refuses: true });
    expect(capacityOf(found).authority.advance).toMatchObject({ found: true, refuses: true });
    expect(capacityOf(changeAdvance(found, { found: false })).authority.advance.refuses).toBeNull();
  });

  test('a court’s order begins with its first field', () => {
    const ordered = changeCourtOrder(changeCourtOrder(full, {}), { court: 'Demo Court' });
    expect(capacityOf(ordered).authority.courtOrder).toEqual({ court: 'Demo Court', number: '', date: null, decision: null });
  });
});

describe('lists', () => {
  test('people are added, changed and removed by their place', () => {
    const two = changePerson(addPerson(full, NOW), 1, { name: 'Simon Demo-Son' });
    expect(capacityOf(two).people.consulted.map(({ name, at }) => [name, at])).toEqual([
      ['Dora Demo-Daughter', '2026-08-06T09:00:00.000Z'],
      ['Simon Demo-Son', NOW],
    ]);
    expect(capacityOf(removePerson(two, 0)).people.consulted.map(({ name }) => name)).toEqual(['Simon Demo-Son']);
  });

  test('options too', () => {
    const one = changeOption(addOption(empty, 'No treatment'), 0, { why: 'The pain stays.' });
    expect(capacityOf(one).bestInterests.options).toEqual([{ text: 'No treatment', why: 'The pain stays.' }]);
    expect(capacityOf(removeOption(one, 0)).bestInterests.options).toEqual([]);
  });

  test('an advocate begins with the first field', () => {
    expect(capacityOf(changeAdvocate(full, { name: 'Ida Demo' })).people.imca).toEqual({
      name: 'Ida Demo',
      organisation: '',
      at: null,
      view: '',
    });
  });
});

test('restraint that is not planned has no reason, and without loss of liberty no authority', () => {
  const planned = changeRestraint(full, { planned: true, why: 'Pulls lines', deprives: true, authority: 'Order 1' });
  const restraintOf = (draft: typeof planned) => capacityOf(draft).bestInterests.restraint;
  expect(restraintOf(planned).authority).toBe('Order 1');
  expect(restraintOf(changeRestraint(planned, { deprives: false }))).toEqual({
    planned: true,
    why: 'Pulls lines',
    deprives: false,
    authority: '',
  });
  expect(restraintOf(changeRestraint(planned, { planned: false }))).toEqual({
    planned: false,
    why: '',
    deprives: null,
    authority: '',
  });
});

test('the view of a second opinion brings its time once', () => {
  const viewed = changeSecondOpinion(full, { view: 'AGREES' }, NOW);
  expect(capacityOf(viewed).secondOpinion).toMatchObject({ view: 'AGREES', at: NOW });
  const later = changeSecondOpinion(viewed, { view: 'DISAGREES' }, '2026-08-07T00:00:00.000Z');
  expect(capacityOf(later).secondOpinion.at).toBe(NOW);
});
