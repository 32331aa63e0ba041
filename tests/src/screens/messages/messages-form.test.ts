import { expect, test } from 'vitest';
import type { OwnMessageSettings } from '#contract/messages/message-settings.ts';
import { MESSAGE_DEFAULTS } from '#domain/organisation/message-settings.ts';
import { messagesFormOf, messagesInput } from '#src/screens/messages/messages-form.ts';

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

test('the way that is tried first changes places with the other one alone', () => {
  const base = stored(['SMS', 'APP', 'EMAIL', 'LETTER']);
  const { order } = messagesInput({ ...messagesFormOf(base), first: 'EMAIL' }, base);
  expect(order).toEqual(['EMAIL', 'APP', 'SMS', 'LETTER']);
});
