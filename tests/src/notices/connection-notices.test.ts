import { connectionSteps, type Connection } from '#src/notices/connection-notices.ts';
import { expect, test } from 'vitest';

const good: Connection = { server: 'here', effectiveType: '4g' };
const gone: Connection = { ...good, server: 'offline' };
const slow: Connection = { ...good, effectiveType: '2g' };
const slower: Connection = { ...good, effectiveType: 'slow-2g' };
const silent: Connection = { ...good, effectiveType: undefined };
const portal: Connection = { ...good, server: 'portal' };
const failing: Connection = { ...good, server: 'failing' };

test('a page that starts with a good network says nothing', () => {
  expect(connectionSteps(null, good)).toEqual([]);
  expect(connectionSteps(null, silent)).toEqual([]);
});

test('a page that starts without a network says so at once', () => {
  expect(connectionSteps(null, gone)).toEqual(['show-offline']);
});

test('the offline notice comes once and goes with the network back', () => {
  expect(connectionSteps(good, gone)).toEqual(['show-offline']);
  expect(connectionSteps(gone, gone)).toEqual([]);
  expect(connectionSteps(gone, good)).toEqual(['hide-offline']);
});

test('a slow network is said, and 3g is not slow', () => {
  expect(connectionSteps(good, slow)).toEqual(['show-slow']);
  expect(connectionSteps(null, slower)).toEqual(['show-slow']);
  expect(connectionSteps(good, { ...good, effectiveType: '3g' })).toEqual([]);
});

test('a slow notice that was dismissed comes again only with the next change', () => {
  expect(connectionSteps(slow, slow)).toEqual([]);
  expect(connectionSteps(slow, slower)).toEqual(['show-slow']);
  expect(connectionSteps(slow, good)).toEqual(['hide-slow']);
});

test('without a network nobody is told that it is slow', () => {
  expect(connectionSteps(slow, { ...slow, server: 'offline' })).toEqual(['show-offline', 'hide-slow']);
  expect(connectionSteps({ ...slow, server: 'offline' }, slow)).toEqual(['hide-offline', 'show-slow']);
});

test('a network that wants a sign-in of its own says that and nothing else', () => {
  expect(connectionSteps(good, portal)).toEqual(['show-portal']);
  expect(connectionSteps(portal, portal)).toEqual([]);
  expect(connectionSteps(slow, { ...slow, server: 'portal' })).toEqual(['show-portal', 'hide-slow']);
  expect(connectionSteps(portal, good)).toEqual(['hide-portal']);
});

test('a server that fails is told apart from a missing network', () => {
  expect(connectionSteps(null, failing)).toEqual(['show-failing']);
  expect(connectionSteps(slow, { ...slow, server: 'failing' })).toEqual(['show-failing', 'hide-slow']);
  expect(connectionSteps(failing, gone)).toEqual(['show-offline', 'hide-failing']);
  expect(connectionSteps(failing, good)).toEqual(['hide-failing']);
});
