import { CallFailed, Unreachable } from '#contract/engine/call.ts';
import { copyWords } from '#src/results/copy-words.ts';
import { needsServerWords } from '#src/notices/needs-server-words.ts';
import { expect, test } from 'vitest';

const standing = { copy: {}, isFetching: false, failure: null, server: 'here', isSignedIn: true } as const;
const title = (change: Partial<Parameters<typeof copyWords>[0]>) => copyWords({ ...standing, ...change }).title;

test('a copy says why it is shown: no network, a server that fails, a sign-in that is missing, or an answer that is late', () => {
  expect(title({ server: 'offline', isSignedIn: false, isFetching: true })).toBe('The server cannot be reached');
  expect(title({ server: 'portal' })).toBe('The server cannot be reached');
  expect(title({ server: 'failing' })).toBe('The server has a problem');
  expect(title({ copy: { isServerFailing: true } })).toBe('The server has a problem');
  expect(title({ isSignedIn: false })).toBe('Please sign in to see what is new');
  expect(title({ isFetching: true })).toBe('The server has not answered yet');
  expect(title({ failure: new Unreachable() })).toBe('The server did not answer');
});

test('a copy of what the server refuses to show says that in the server’s words', () => {
  const failure = new CallFailed(404, { message: 'This was not found', error: 'NOT_FOUND' });
  expect(copyWords({ ...standing, failure })).toEqual({ tone: 'stop', title: 'This was not found' });
});

test('a form that only the server can take says so while it cannot', () => {
  expect(needsServerWords('here', true)).toBeNull();
  expect(needsServerWords('offline', true)?.title).toBe('This needs the network');
  expect(needsServerWords('offline', true)?.save).toBe('Saving needs the network.');
  expect(needsServerWords('failing', true)?.title).toBe('The server has a problem');
  expect(needsServerWords('here', false)?.title).toBe('This needs a sign-in');
});
