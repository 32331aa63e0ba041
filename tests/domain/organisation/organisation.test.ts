import * as v from 'valibot';
import { expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { faultsOf } from '#contract/engine/faults.ts';
import { LOGO_REFUSALS } from '#domain/organisation/logo-refusals.ts';
import { OrganisationDetails, supportWords } from '#domain/organisation/organisation.ts';

const DETAILS = { name: 'Demo Hospital', address: '1 Demo Lane\nDemotown', supportEmail: null, supportPhone: null };
const read = (change: object) => v.safeParse(v.strictObject(OrganisationDetails), { ...DETAILS, ...change });
const faults = (change: object) => faultsOf(read(change).issues ?? []).map(({ path, message }) => [path, message]);

test.each([
  ['name', ' X ', 'The Name must be at least 2 characters'],
  ['name', 'H'.repeat(61), 'The Name must be at most 60 characters'],
  ['address', 'L'.repeat(201), 'The Address must be at most 200 characters'],
  ['address', 'a\nb\nc\nd\ne\nf\ng', 'The Address must be at most 6 lines'],
  ['supportEmail', 'nobody', 'The Email must be an e-mail address'],
  ['supportPhone', 'ward123@demo.nhs.uk', 'The Support phone must be a phone number'],
  ['supportPhone', 'ring us', 'The Support phone must be a phone number'],
  ['supportPhone', '0'.repeat(41), 'The Support phone must be at most 40 characters'],
])('%s %j is told: %s', (path, value, message) => expect(faults({ [path]: value })).toEqual([[path, message]]));

test('the limits themselves are still good, and so is nothing where nothing is needed', () => {
  for (const change of [
    { name: 'H'.repeat(60), address: 'a\nb\nc\nd\ne\nf', supportPhone: '01632 960 001, extension 4' },
    { name: 'Ysbyty Dinbych Żółw', address: '', supportEmail: 'help@example.org' },
  ])
    expect(faults(change)).toEqual([]);
});

test('signers reach the organisation by its own contact, and by that of the installation where it has none', () => {
  expect(supportWords({ email: null, phone: null }, 'support@demo.nhs.uk')).toBe('support@demo.nhs.uk');
  expect(supportWords({ email: 'help@a.example', phone: null }, 'x')).toBe('help@a.example');
  expect(supportWords({ email: 'help@a.example', phone: '01632 960001' }, 'x')).toBe('01632 960001 or help@a.example');
});

test('an access plan that ends before it begins is refused', () => {
  const plan = { name: 'Plan', specialities: [], startDate: '2026-08-02' };
  const of = (endDate: string | null) => v.safeParse(calls.subscriptionCreate.input, { ...plan, endDate }).issues ?? [];
  expect(faultsOf(of('2026-08-01'))).toEqual([{ path: 'endDate', message: 'The last day must not be before the first' }]);
  expect([of('2026-08-02'), of(null)]).toEqual([[], []]);
});

test('the sentences of a refused logo name the limits', () => {
  expect(LOGO_REFUSALS.TOO_LARGE).toContain('256 kB');
  expect(LOGO_REFUSALS.TOO_MANY_PIXELS).toContain('1,200 pixels wide and 400 high');
});
