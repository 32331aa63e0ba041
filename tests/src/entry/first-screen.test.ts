import { beginsWithSignIn } from '#src/entry/first-screen.ts';
import { HANDOVER_KEY } from '#domain/signing/handover-lock.ts';
import { claimKey, SESSION_KEY } from '#src/device/storage-keys.ts';
import { openStorage } from '#tests/src/storage.ts';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

function openTab({ tab = {}, device = {} }: { tab?: Record<string, string>; device?: Record<string, string> } = {}) {
  vi.stubGlobal('sessionStorage', openStorage(tab));
  vi.stubGlobal('localStorage', openStorage(device));
}

test('the start and the sign-in begin with the form; an address to return to, and pages for everybody, with the app', () => {
  openTab();
  expect(['/', '/login'].map(beginsWithSignIn)).toEqual([true, true]);
  expect(['/patient', '/forgot-password', '/verify', '/login/abc', '/logout', '/no/such/place'].some(beginsWithSignIn)).toBe(
    false,
  );
});

test.each([
  ['a session of this tab', { tab: { [SESSION_KEY]: '{}' } }],
  ['keys that a signer’s page left', { tab: { [claimKey('staff')]: 'a' } }],
  ['a handover, also an unreadable one', { device: { [HANDOVER_KEY]: '' } }],
])('with %s the app decides what comes first', (_, stored) => {
  openTab(stored);
  expect(beginsWithSignIn('/login')).toBe(false);
});

test('a browser that refuses storage has no session either', () => {
  vi.stubGlobal('sessionStorage', undefined);
  vi.stubGlobal('localStorage', undefined);
  expect(beginsWithSignIn('/login')).toBe(true);
});
