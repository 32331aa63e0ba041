import { senderWords } from '#src/screens/outbox/sender-words.ts';
import { expect, test } from 'vitest';

const NOW = Date.parse('2026-11-21T14:00:00.000Z');
const standing = {
  sync: { kind: 'quiet' },
  stopped: 'none',
  server: 'here',
  isSignedIn: true,
  now: NOW,
  zone: 'Europe/London',
} as const;
const title = (change: Partial<Parameters<typeof senderWords>[0]>) => senderWords({ ...standing, ...change })?.title;

test('whatever the sender does is said in a sentence', () => {
  expect(title({})).toBe('Waiting to send');
  expect(title({ sync: { kind: 'sending' } })).toBe('Sending now');
  expect(title({ sync: { kind: 'unreachable' } })).toBe('The server does not answer');
  expect(title({ sync: { kind: 'portal' } })).toBe('This network needs you to sign in');
  expect(title({ sync: { kind: 'signIn' } })).toBe('Please sign in to send');
  expect(title({ sync: { kind: 'update' } })).toBe('An update is needed');
  const until = Date.parse('2026-11-21T14:05:00.000Z');
  expect(title({ sync: { kind: 'wait', until, isOurs: true } })).toBe('The server asks to wait until 14:05');
});

test('without a network that is what is said, and without a sign-in nothing promises to send', () => {
  expect(title({ server: 'offline', isSignedIn: false, sync: { kind: 'unreachable' } })).toBe('There is no network');
  expect(senderWords({ ...standing, server: 'offline' })?.words).toContain('is sent by itself');
  expect(senderWords({ ...standing, server: 'offline', isSignedIn: false })?.words).toContain('sign in to send it');
  expect(title({ isSignedIn: false })).toBe('Please sign in to send');
});

test('a server that fails is not called a missing network, and a time that it named is said', () => {
  expect(title({ server: 'failing', sync: { kind: 'unreachable' } })).toBe('The server has a problem');
  const until = Date.parse('2026-11-21T14:05:00.000Z');
  expect(title({ server: 'failing', sync: { kind: 'wait', until, isOurs: true } })).toBe('The server asks to wait until 14:05');
  expect(title({ server: 'portal' })).toBe('This network needs you to sign in');
});

test('a gateway that asks to wait is not called the server', () => {
  const until = Date.parse('2026-11-21T14:02:00.000Z');
  const waiting = { ...standing, sync: { kind: 'wait', until, isOurs: false } } as const;
  expect(senderWords(waiting)).toMatchObject({ title: 'Something on the way to the server asks to wait until 14:02' });
  expect(senderWords(waiting)?.words).toContain('“Send now”');
});

test('of what is refused on the way nothing promises that it is sent in a moment', () => {
  const states = ['quiet', 'sending', 'unreachable', 'portal', 'signIn', 'update', 'restored'] as const;
  for (const kind of states)
    for (const stopped of ['some', 'all'] as const)
      expect(senderWords({ ...standing, sync: { kind }, stopped })?.words ?? '', kind).not.toMatch(/^It is sent/);
  expect(senderWords({ ...standing, stopped: 'all' })).toBeNull();
  expect(senderWords({ ...standing, stopped: 'some' })?.words).toBe('All others are sent by themselves in a moment.');
  expect(senderWords({ ...standing, stopped: 'all', server: 'offline' })?.title).toBe('There is no network');
});
