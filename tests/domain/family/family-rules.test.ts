import { statusAfterSignature } from '#domain/cases/case-machine.ts';
import {
  familyDeclineOutcome,
  DECLINE_RULES,
  settleDisagreement,
  settledSigners,
  type SentSigner,
} from '#domain/consents/family-decline.ts';
import type { FamilyAround } from '#domain/family/family-form.ts';
import { childConsentMissing, FAMILY_RULES, familyMissing } from '#domain/family/family-rules.ts';
import {
  familySigners,
  hasChildRefused,
  isSecretFrom,
  mayInformAdults,
  SIGNER_RULES,
  type SignersAround,
} from '#domain/family/family-signers.ts';
import { EMPTY_FAMILY, reopenedFamily } from '#domain/family/family.ts';
import { ageOn, plainDateOf } from '#domain/values/plain-date.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { SIGNER_STATES, type SignerState } from '#domain/base/states.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DECLINES, ROWS, SETTLEMENTS, TODAY, USUAL, type Row, type Scenario } from './family-rules.table.ts';

/** Whole years of `15y 364d` on the day of signing. */
function ageOf(text: string): number {
  const [, years, days] = /^(\d+)y (\d+)d$/.exec(text) ?? [];
  if (years === undefined || days === undefined) throw new TypeError(`not an age: ${text}`);
  const birthday = `${Number(TODAY.slice(0, 4)) - Number(years)}${TODAY.slice(4)}`;
  return ageOn(plainDateOf(Date.parse(birthday) - Number(days) * 86_400_000), TODAY);
}

const patient = { name: 'Zoë Demo', email: 'zoe@example.org' };
const scenarioOf = ([, , change]: Row): Scenario => ({ ...USUAL, ...change });
const aroundOf = (row: Row): FamilyAround & SignersAround => {
  const { formType, ability, anaesthetics, interpreter } = scenarioOf(row);
  return { formType, age: ageOf(row[1]), today: TODAY, ability, anaesthetics, patientName: patient.name, interpreter, patient };
};

function blockersOf(row: Row, rules = FAMILY_RULES): string {
  const found = new Set(familyMissing(scenarioOf(row), aroundOf(row), rules).map(({ rule }) => rule));
  return FAMILY_RULES.map(({ id }) => id)
    .filter((id) => found.has(id))
    .join(' ');
}

function signersOf(row: Row, rules = SIGNER_RULES): string {
  const form = scenarioOf(row);
  const emailOf = (id: string | undefined) => form.parents.find((parent) => parent.id === id)?.emailAddress ?? null;
  return familySigners(form, aroundOf(row), rules)
    .map(({ role, required, email, parentId }) => {
      const isWithheld = role === 'PARENT' && email === null && emailOf(parentId) !== null;
      return `${role}${required ? '' : '?'}${isWithheld ? '!' : ''}`;
    })
    .join(' ');
}

test('the table has at least 200 rows', () => {
  expect(ROWS.length).toBeGreaterThanOrEqual(200);
});

test.each(ROWS.map((row) => [row[0], row[1], row] as const))('%s (%s)', (_, __, row) => {
  expect(blockersOf(row)).toBe(row[3]);
  if (row[4] !== undefined) expect(signersOf(row)).toBe(row[4]);
});

test.each(FAMILY_RULES.map(({ id }) => id))('a row of the table turns red without rule %s', (id) => {
  const others = FAMILY_RULES.filter((rule) => rule.id !== id);
  expect(ROWS.filter((row) => blockersOf(row, others) !== row[3])).not.toEqual([]);
});

test.each(SIGNER_RULES.map(({ id }) => id))('a row of the table turns red without signer rule %s', (id) => {
  const others = SIGNER_RULES.filter((rule) => rule.id !== id);
  expect(ROWS.filter((row) => row[4] !== undefined && signersOf(row, others) !== row[4])).not.toEqual([]);
});

test('each fault is a sentence at its field, in the order of the steps', () => {
  const order = ['procedure', 'family', 'child', 'interpreter'];
  for (const row of ROWS) {
    const missing = familyMissing(scenarioOf(row), aroundOf(row));
    for (const { message } of missing) expect(message).toMatch(/^\p{Lu}.{8,}[^.]$/u);
    expect(missing.map(({ step }) => step)).toEqual(
      missing.map(({ step }) => step).toSorted((a, b) => order.indexOf(a) - order.indexOf(b)),
    );
    expect(new Set(missing.map(({ path, message }) => path + message)).size).toBe(missing.length);
  }
});

test('the faults of a second adult stand at the second adult', () => {
  const [mother] = USUAL.parents;
  if (mother === undefined) throw new TypeError('no mother');
  const second = {
    ...mother,
    responsibility: 'COURT_ORDER' as const,
    order: { kind: 'CARE' as const, court: 'Demo Court', number: 'D1', date: '2027-01-01' },
  };
  const row: Row = ['', '5y 0d', { parents: [mother, second] }, 'C4'];
  expect(familyMissing(scenarioOf(row), aroundOf(row))).toEqual([
    {
      rule: 'C4',
      path: 'parents.1.order.date',
      message: 'The date of the order is in the future: correct it',
      step: 'family',
    },
  ]);
});

test('an adult without a name is named by number in other sentences', () => {
  const [mother] = USUAL.parents;
  const row: Row = ['', '5y 0d', { parents: [mother!, { ...mother!, name: '', responsibility: null }] }, 'C4'];
  expect(familyMissing(scenarioOf(row), aroundOf(row)).map(({ message }) => message)).toEqual([
    'Enter the name of this adult',
    'Choose why adult 2 may decide for the child',
  ]);
  const named: Row = ['', '5y 0d', { parents: [{ ...mother!, responsibility: null }] }, 'C4'];
  expect(familyMissing(scenarioOf(named), aroundOf(named)).map(({ message }) => message)).toEqual([
    'Choose why Ada Demo may decide for the child',
  ]);
});

test.each([
  ['LOCAL_AUTHORITY', 'Enter the authority and its officer'],
  ['DELEGATED', 'Enter who handed the decision over, for what, and the date of the paper'],
  ['OTHER', 'Describe why this adult may decide'],
] as const)('the sentence about a detail says what %s needs', (responsibility, message) => {
  const row: Row = ['', '5y 0d', { parents: [{ ...USUAL.parents[0]!, responsibility }] }, 'C4'];
  const found = familyMissing(scenarioOf(row), aroundOf(row)).find(({ path }) => path === 'parents.0.detail');
  expect(found?.message).toBe(message);
});

test('a child’s own decision is judged again at each signature, and by nothing else than C13, C14, C16, C25 and C26', () => {
  for (const row of ROWS) {
    const found = new Set(childConsentMissing(scenarioOf(row), aroundOf(row)).map(({ rule }) => rule));
    const expected = row[3].split(' ').filter((id) => ['C13', 'C14', 'C16', 'C25', 'C26'].includes(id));
    expect([...found].toSorted(), row[0]).toEqual(expected);
    const before = new Set(childConsentMissing(scenarioOf(row), aroundOf(row), true).map(({ rule }) => rule));
    expect(
      [...before].filter((rule) => rule === 'C25' || rule === 'C26'),
      row[0],
    ).toEqual([]);
  }
});

test('Form 4 has no family’s part', () => {
  expect(familyMissing(EMPTY_FAMILY, aroundOf(['', '40y 0d', { formType: 'FORM_4' }, '']))).toEqual([]);
  expect(familySigners(USUAL, aroundOf(['', '40y 0d', { formType: 'FORM_4' }, '']))).toEqual([]);
});

test('a signer of the family bears name, address and the adult’s id; the child those of the patient', () => {
  const row: Row = ['', '11y 0d', { child: { ...USUAL.child!, signs: true } }, ''];
  expect(familySigners(scenarioOf(row), aroundOf(row))).toEqual([
    {
      role: 'PARENT',
      name: 'Ada Demo',
      email: 'ada@example.org',
      required: true,
      parentId: '018f0000-0000-7000-8000-00000000000a',
    },
    { role: 'CHILD', name: patient.name, email: patient.email, required: false },
  ]);
});

test('a child’s no counts on Form 2, whoever decides', () => {
  const child = { ...USUAL.child!, agreement: 'DISAGREES' as const };
  expect(hasChildRefused({ child }, { formType: 'FORM_2' })).toBe(true);
  expect(hasChildRefused({ child }, { formType: 'FORM_1' })).toBe(false);
  expect(hasChildRefused({ child: USUAL.child }, { formType: 'FORM_2' })).toBe(false);
  expect(hasChildRefused({ child: null }, { formType: 'FORM_2' })).toBe(false);
});

test('adults are informed unless the child does not want it', () => {
  expect(mayInformAdults({ child: null })).toBe(true);
  expect(mayInformAdults({ child: { ...USUAL.child!, tellParents: 'NOT_ASKED' } })).toBe(true);
  expect(mayInformAdults({ child: { ...USUAL.child!, tellParents: 'NO' } })).toBe(false);
});

test('a form is kept from adults alone whom the child does not want told', () => {
  const secret = { child: { ...USUAL.child!, tellParents: 'NO' } } as const;
  expect([isSecretFrom(secret, 'PARENT'), isSecretFrom(secret, 'CHILD'), isSecretFrom(secret, 'PATIENT')]).toEqual([
    true,
    false,
    false,
  ]);
  expect([isSecretFrom({ child: null }, 'PARENT'), isSecretFrom({}, 'PARENT')]).toEqual([false, false]);
});

test('a form that is written again asks anew for what was judged', () => {
  const row = ROWS.find(({ 2: change }) => change.basis === 'COURT' && change.child?.gillick?.able === true);
  const form = scenarioOf(row!);
  expect(form.child?.gillick).not.toBeNull();
  expect(reopenedFamily(form)).toEqual({ ...form, disagreement: null, child: { ...form.child, gillick: null } });
  expect(reopenedFamily(EMPTY_FAMILY)).toEqual(EMPTY_FAMILY);
});

/** The signers of `PARENT? DECLINED, CLINICIAN WAITING`. */
function sentSigners(text: string): SentSigner[] {
  return text.split(', ').map((each, at) => {
    const [role = '', state = ''] = each.split(' ');
    return {
      role: role.replace('?', '') as SignerRole,
      required: !role.endsWith('?'),
      state: state as SignerState,
      signing_order: at + 1,
    };
  });
}

function effectOf([, text, order]: (typeof DECLINES)[number], rules = DECLINE_RULES): string {
  const signers = sentSigners(text);
  const decliner = signers.find(({ signing_order }) => signing_order === order)!;
  const { declined, isUnsettled, isChildsNo } = familyDeclineOutcome(signers, decliner, rules);
  if (declined === 'FORM') return isUnsettled || isChildsNo ? 'both' : 'form declined';
  if (isUnsettled) return 'not settled';
  return isChildsNo ? 'child’s no' : 'signer only';
}

test.each(DECLINES.map((row) => [row[0], row] as const))('a no at signing: %s', (_, row) => {
  expect(effectOf(row)).toBe(row[3]);
});

test.each(DECLINE_RULES.map(({ id }) => id))('a row of the noes turns red without rule %s', (id) => {
  const others = DECLINE_RULES.filter((rule) => rule.id !== id);
  expect(DECLINES.filter((row) => effectOf(row, others) !== row[3])).not.toEqual([]);
});

test.each(SETTLEMENTS)('an outcome after a parent declined: %s', (_, disagreement, needsAllAdults, faults, isSettled) => {
  const found = settleDisagreement({ needsAllAdults }, disagreement, TODAY);
  expect(found.faults.map(({ path }) => path).join(' ')).toBe(faults);
  expect(found.isSettled).toBe(isSettled);
});

test('a form is signed after a settled disagreement once the others have signed, and not before', () => {
  const signers = sentSigners('PARENT SIGNED, PARENT DECLINED, CHILD? WAITING, CLINICIAN SIGNED');
  expect(statusAfterSignature(signers)).toBe('PARTIALLY_SIGNED');
  const settled = settledSigners(signers);
  expect(settled.map(({ required }) => required)).toEqual([true, false, false, true]);
  expect(statusAfterSignature(settled)).toBe('SIGNED');
});

test('a form with a missing signer is never complete', () => {
  const [mother] = USUAL.parents;
  const form = fc.record({
    parents: fc.array(fc.constantFrom(...(['AGREES', 'DISAGREES', 'NOT_ASKED'] as const)), { maxLength: 4 }),
    lookedAfter: fc.constantFrom('NO' as const, 'SECTION_20' as const, 'ORDER' as const),
    needsAllAdults: fc.boolean(),
    basis: fc.constantFrom('PARENT' as const, null),
    age: fc.integer({ min: 0, max: 17 }),
    ability: fc.constantFrom('ABLE' as const, 'NOT_ABLE' as const, 'NOT_TESTED' as const),
    child: fc.constantFrom(USUAL.child, null, ...ROWS.flatMap(([, , { child }]) => child ?? [])),
    disagreement: fc.constantFrom(null, ...ROWS.flatMap(([, , { disagreement }]) => disagreement ?? [])),
  });
  fc.assert(
    fc.property(form, ({ parents, age, ability, ...rest }) => {
      // Adults who answer, and none who signs: somebody must be missing whatever else is written.
      const adults = parents.map((answer) => ({ ...mother!, signs: false, answer }));
      const around = { ...aroundOf(['', '5y 0d', {}, '']), age, ability };
      expect(familyMissing({ ...rest, parents: adults }, around)).not.toEqual([]);
    }),
  );
  const signer = fc.record({
    role: fc.constantFrom<SignerRole>('PARENT', 'CHILD', 'CLINICIAN'),
    required: fc.boolean(),
    state: fc.constantFrom(...SIGNER_STATES),
  });
  const unsigned = fc.constantFrom(...SIGNER_STATES.filter((state) => state !== 'SIGNED'));
  fc.assert(
    fc.property(fc.array(signer, { maxLength: 6 }), unsigned, fc.nat(6), (others, state, at) => {
      expect(statusAfterSignature(others.toSpliced(at, 0, { role: 'PARENT', required: true, state }))).toBe('PARTIALLY_SIGNED');
    }),
  );
});
