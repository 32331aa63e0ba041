import { expect, test } from 'vitest';
import type { OwnMessageSettings } from '#contract/messages/message-settings.ts';
import { MESSAGE_DEFAULTS } from '#domain/organisation/message-settings.ts';
import { messagesFormOf, messagesInput, messagesProblems } from '#src/screens/messages/messages-form.ts';

const stored = (order: OwnMessageSettings['order']): OwnMessageSettings => ({
  ...MESSAGE_DEFAULTS,
  order,
  secrets: { govukKey: false, govukBearer: false, nhsApplication: false, nhsKey: false },
  callbacks: { govuk: null, nhs: null },
  hasNhsNotify: false,
  paused: [],
  used: { smsParts: 0, letters: 0 },
  version: 3,
});

test.each<OwnMessageSettings['order']>([
  ['APP', 'SMS', 'EMAIL', 'LETTER'],
  ['SMS', 'APP', 'EMAIL', 'LETTER'],
  ['EMAIL', 'LETTER', 'APP', 'SMS'],
])('an order that the form does not show stays as it is stored: %s %s %s %s', (...order) => {
  const base = stored(order);
  expect(messagesInput(messagesFormOf(base), base)).toMatchObject({ order, version: 3 });
});

test('what is near, and who hears of it, goes as it is entered; each fault stands at its field', () => {
  const base = stored(['APP', 'SMS', 'EMAIL', 'LETTER']);
  const form = messagesFormOf({ ...base, urgentContact: { name: 'Desk', email: 'desk@demo.example' } });
  expect(messagesInput(form, base)).toMatchObject({ urgentHours: 48, aheadDays: 7, urgentContact: { name: 'Desk' } });
  expect(messagesInput({ ...form, contactName: '', contactEmail: ' ' }, base).urgentContact).toBeNull();
  const wrong = { ...form, urgentHours: '', aheadDays: 'seven', contactName: '' };
  expect(messagesProblems(wrong, base).map(({ field }) => field)).toEqual(['urgentHours', 'aheadDays', 'contactName']);
});

test('the way that is tried first changes places with the other one alone', () => {
  const base = stored(['SMS', 'APP', 'EMAIL', 'LETTER']);
  const { order } = messagesInput({ ...messagesFormOf(base), first: 'EMAIL' }, base);
  expect(order).toEqual(['EMAIL', 'APP', 'SMS', 'LETTER']);
});

test('letters are switched on alone, with as many in a month as it says', () => {
  const base = stored(['APP', 'SMS', 'EMAIL', 'LETTER']);
  const form = { ...messagesFormOf(base), letter: 'YES', letters: '1,200' };
  expect(messagesInput(form, base)).toMatchObject({
    channels: { LETTER: 'ON', SMS: 'OFF' },
    monthly: { smsParts: null, letters: 1200 },
  });
  expect(messagesProblems(form, base)).toEqual([]);
  expect(messagesProblems({ ...form, letters: 'many' }, base).map(({ field }) => field)).toEqual(['letters']);
  expect(messagesFormOf({ ...base, monthly: { smsParts: null, letters: 40 } }).letters).toBe('40');
});
