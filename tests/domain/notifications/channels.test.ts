import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PATIENT_STATUSES } from '#domain/base/states.ts';
import { isPatientOnOwnForm, SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import {
  MESSAGES_A_DAY,
  MESSAGES_A_WEEK,
  waysTo,
  type MessageRecipient,
  type MessageAttempt,
  type Way,
} from '#domain/notifications/channels.ts';
import { MESSAGE_DEFAULTS } from '#domain/organisation/message-settings.ts';
import { isPatientSide } from '#domain/patients/restricted.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import { MESSAGE_CHANNELS, type MessageChannel } from '#domain/values/message-channels.ts';
import { clockTime } from '#domain/values/plain-date.ts';
import { isFull } from '#tests/support/checks/full.ts';

const ZONE = 'Europe/London';
// The figure of messages (messages, section 8) in the full run; on a push as many as show each planted fault.
const ROUNDS = isFull ? 10_000 : 5000;

const some = fc.subarray([...MESSAGE_CHANNELS]);
const perChannel = <T>(value: fc.Arbitrary<T>) => fc.record({ EMAIL: value, SMS: value, APP: value, LETTER: value });
const settings = fc.record({
  channels: perChannel(fc.constantFrom('ON' as const, 'ON' as const, 'OFF' as const)),
  order: fc.shuffledSubarray([...MESSAGE_CHANNELS], { minLength: 4 }),
  smsBy: fc.constantFrom('GOVUK' as const, 'NHS' as const),
  quiet: fc.record({ from: fc.constantFrom('21:00', '00:30', '13:00'), to: fc.constantFrom('08:00', '06:45', '20:00') }),
});
const person: fc.Arbitrary<MessageRecipient> = fc.record({
  role: fc.constantFrom('PATIENT' as const, 'PATIENT' as const, 'PATIENT' as const, ...SIGNER_ROLES),
  patient: fc.record({
    status: fc.constantFrom('ACTIVE' as const, 'ACTIVE' as const, ...PATIENT_STATUSES),
    restricted: fc.boolean(),
    age: fc.integer({ min: 0, max: 99 }),
  }),
  isSecret: fc.boolean(),
  isKeptFromHome: fc.boolean(),
  addresses: perChannel(fc.boolean()),
  refused: some,
  preferred: fc.option(fc.constantFrom(...MESSAGE_CHANNELS)),
  dead: some,
});
const sending: fc.Arbitrary<MessageAttempt> = fc.record({
  isAutomatic: fc.boolean(),
  isAddressConfirmed: fc.boolean(),
  isUrgent: fc.boolean(),
  isUncounted: fc.boolean(),
  // Around each limit.
  sent: fc.record({ day: fc.constantFrom(0, 1, 2, 3, 5), week: fc.constantFrom(0, 3, 9, 10, 12) }),
  spent: some,
  paused: some,
});
// A year with both changes of the clock.
const now = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2026-12-31') });
const anything = fc.record({ person, sending, settings, now });
type Anything = typeof anything extends fc.Arbitrary<infer T> ? T : never;

const judged = ({ person: who, sending: what, settings: by, now: at }: Anything) =>
  waysTo(who, what, { settings: by, now: at, zone: ZONE }).ways;

const rings = (channel: MessageChannel) => channel === 'SMS' || channel === 'APP';
const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
function isNight(at: number, { from, to }: { from: string; to: string }): boolean {
  const [time, begin, end] = [minutes(clockTime(new Date(at).toISOString(), ZONE)), minutes(from), minutes(to)];
  return (time - begin + 1440) % 1440 < (end - begin + 1440) % 1440;
}

/** Rules in words of their own, so that the function is not its own witness: each names what is wrong with a way. */
const RULES: Readonly<Record<string, (about: Anything, way: Way) => boolean>> = {
  'a channel that is off': ({ settings: { channels } }, { channel }) => channels[channel] === 'OFF',
  'somebody who refused it': ({ person: { refused } }, { channel }) => refused.includes(channel),
  'a patient who has died or is merged away': ({ person: { patient } }) => !mayStartConsent(patient.status),
  'an adult of whom a young person does not tell': ({ person: { isSecret } }) => isSecret,
  'a letter to the home of a young person who does not want it told': ({ person: { isKeptFromHome } }, { channel }) =>
    channel === 'LETTER' && isKeptFromHome,
  'a protected address, by itself': ({ person: { role, patient }, sending: { isAutomatic } }) =>
    patient.restricted && isPatientSide(role) && isAutomatic,
  'a protected address that nobody confirmed': ({ person: { role, patient }, sending: { isAddressConfirmed } }) =>
    patient.restricted && isPatientSide(role) && !isAddressConfirmed,
  'a protected patient by an address that nobody has seen': ({ person: { patient }, settings: { smsBy } }, { channel }) =>
    patient.restricted && (channel === 'APP' || (channel === 'SMS' && smsBy === 'NHS')),
  'the NHS App under 16': ({ person: { patient } }, { channel }) => channel === 'APP' && patient.age < 16,
  'NHS Notify to somebody else than the patient': ({ person: { role }, settings: { smsBy } }, { channel }) =>
    !isPatientOnOwnForm(role) && (channel === 'APP' || (channel === 'SMS' && smsBy === 'NHS')),
  'no address': ({ person: { addresses } }, { channel }) => !addresses[channel],
  'an address that was refused': ({ person: { dead } }, { channel }) => dead.includes(channel),
  'a month that is used up': ({ sending: { spent } }, { channel }) => spent.includes(channel),
  'a service that is paused': ({ sending: { paused } }, { channel }) => paused.includes(channel),
  'more than a day takes': ({ sending: { sent, isUncounted } }, { channel }) =>
    rings(channel) && !isUncounted && sent.day >= MESSAGES_A_DAY,
  'more than a week takes': ({ sending: { sent, isUncounted } }, { channel }) =>
    rings(channel) && !isUncounted && sent.week >= MESSAGES_A_WEEK,
  'a letter that nobody makes': ({ sending: { isAutomatic } }, { channel }) => isAutomatic && channel === 'LETTER',
  'a phone in the night': ({ sending: { isUrgent }, settings: { quiet } }, { channel, notBefore }) =>
    rings(channel) && !isUrgent && isNight(notBefore, quiet),
};

const SAMPLE = fc.sample(anything, { numRuns: ROUNDS, seed: 20_261_130 });

/** The rules that the ways of one person break. */
function wrongs(about: Anything, ways: readonly Way[]): string[] {
  return Object.keys(RULES).filter((name) => ways.some((way) => RULES[name]?.(about, way)));
}

test(`${ROUNDS} random people and settings: no way that a rule closes`, () => {
  expect([...new Set(SAMPLE.flatMap((about) => wrongs(about, judged(about))))]).toEqual([]);
});

const nobody = { EMAIL: true, SMS: true, APP: true, LETTER: true };
const PLANTED: Readonly<Record<string, (about: Anything) => Anything>> = {
  'a channel that is off': (a) => ({
    ...a,
    settings: { ...a.settings, channels: { EMAIL: 'ON', SMS: 'ON', APP: 'ON', LETTER: 'ON' } },
  }),
  'somebody who refused it': (a) => ({ ...a, person: { ...a.person, refused: [] } }),
  'a patient who has died or is merged away': (a) => ({
    ...a,
    person: { ...a.person, patient: { ...a.person.patient, status: 'ACTIVE' } },
  }),
  'an adult of whom a young person does not tell': (a) => ({ ...a, person: { ...a.person, isSecret: false } }),
  'a letter to the home of a young person who does not want it told': (a) => ({
    ...a,
    person: { ...a.person, isKeptFromHome: false },
  }),
  'a protected address, by itself': (a) => ({ ...a, sending: { ...a.sending, isAutomatic: false } }),
  'a protected address that nobody confirmed': (a) => ({ ...a, sending: { ...a.sending, isAddressConfirmed: true } }),
  'a protected patient by an address that nobody has seen': (a) => ({
    ...a,
    person: { ...a.person, patient: { ...a.person.patient, restricted: false } },
  }),
  'the NHS App under 16': (a) => ({ ...a, person: { ...a.person, patient: { ...a.person.patient, age: 40 } } }),
  'NHS Notify to somebody else than the patient': (a) => ({ ...a, person: { ...a.person, role: 'PATIENT' } }),
  'no address': (a) => ({ ...a, person: { ...a.person, addresses: nobody } }),
  'an address that was refused': (a) => ({ ...a, person: { ...a.person, dead: [] } }),
  'a month that is used up': (a) => ({ ...a, sending: { ...a.sending, spent: [] } }),
  'a service that is paused': (a) => ({ ...a, sending: { ...a.sending, paused: [] } }),
  'more than a day takes': (a) => ({ ...a, sending: { ...a.sending, sent: { ...a.sending.sent, day: 0 } } }),
  'more than a week takes': (a) => ({ ...a, sending: { ...a.sending, sent: { ...a.sending.sent, week: 0 } } }),
  'a letter that nobody makes': (a) => ({ ...a, sending: { ...a.sending, isAutomatic: false } }),
  'a phone in the night': (a) => ({ ...a, sending: { ...a.sending, isUrgent: true } }),
};

test.each(Object.keys(RULES))('planted: one that does not know of %s is found', (name) => {
  const plant = PLANTED[name];
  expect(plant).toBeDefined();
  expect(SAMPLE.some((about) => wrongs(about, judged(plant!(about))).includes(name))).toBe(true);
});

const adult: MessageRecipient = {
  role: 'PATIENT',
  patient: { status: 'ACTIVE', restricted: false, age: 40 },
  isSecret: false,
  isKeptFromHome: false,
  addresses: nobody,
  refused: [],
  preferred: null,
  dead: [],
};
const reminder: MessageAttempt = {
  isAutomatic: true,
  isAddressConfirmed: false,
  isUrgent: false,
  isUncounted: false,
  sent: { day: 0, week: 0 },
  spent: [],
  paused: [],
};
const allOn = { ...MESSAGE_DEFAULTS, channels: { EMAIL: 'ON', SMS: 'ON', APP: 'ON', LETTER: 'ON' } } as const;
const NOON = Date.parse('2026-11-30T12:00:00Z');
const channels = (change: Partial<MessageRecipient>, what: Partial<MessageAttempt> = {}) =>
  waysTo({ ...adult, ...change }, { ...reminder, ...what }, { settings: allOn, now: NOON, zone: ZONE }).ways.map(
    ({ channel }) => channel,
  );

test('the order is the hospital’s, and somebody’s own wish stands before it', () => {
  expect(channels({})).toEqual(['APP', 'SMS', 'EMAIL']);
  expect(channels({ preferred: 'EMAIL' })).toEqual(['EMAIL', 'APP', 'SMS']);
  expect(channels({ refused: ['APP'] })).toEqual(['SMS', 'EMAIL']);
  expect(channels({}, { isAutomatic: false })).toEqual(['APP', 'SMS', 'EMAIL', 'LETTER']);
});

test('before anybody has configured anything, email is the one way', () => {
  const { ways, reasons } = waysTo(adult, reminder, { settings: MESSAGE_DEFAULTS, now: NOON, zone: ZONE });
  expect(ways).toEqual([{ channel: 'EMAIL', notBefore: NOON }]);
  expect(reasons).toEqual({ SMS: 'CHANNEL_OFF', APP: 'CHANNEL_OFF', LETTER: 'CHANNEL_OFF' });
});

test.each([
  ['2026-11-30T20:59:00Z', '2026-11-30T20:59:00Z'],
  ['2026-11-30T21:00:00Z', '2026-12-01T08:00:00Z'],
  ['2026-12-01T07:59:30Z', '2026-12-01T08:00:00Z'],
  // The night in which the clocks go back is an hour longer.
  ['2026-10-24T21:00:00Z', '2026-10-25T08:00:00Z'],
  // British summer time: 21:00 on the wall is 20:00 UTC.
  ['2026-07-01T20:30:00Z', '2026-07-02T07:00:00Z'],
])('a text message at %s goes at %s', (at, goes) => {
  const { ways } = waysTo(adult, reminder, { settings: allOn, now: Date.parse(at), zone: ZONE });
  expect(ways.find(({ channel }) => channel === 'SMS')?.notBefore).toBe(Date.parse(goes));
  expect(ways.find(({ channel }) => channel === 'EMAIL')?.notBefore).toBe(Date.parse(at));
});
