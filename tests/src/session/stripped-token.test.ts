import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, TOKEN_STRIPPED } from '#src/session/api.ts';
import { endReason, endSession, startSession } from '#src/session/session.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { openStorage } from '#tests/src/storage.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const CREDENTIALS = { email: 'clinician@demo.nhs.uk', password: 'Demo2026!' };

const server = useTestApp();
/** Whether a gateway takes the header with the token out of each call. */
let isStripped = false;

beforeEach(() => {
  isStripped = false;
  vi.stubGlobal('sessionStorage', openStorage());
  vi.stubGlobal('localStorage', openStorage());
  vi.stubGlobal('navigator', { onLine: true });
  const reach = server.wire().fetch;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    if (isStripped) headers.delete('authorization');
    return reach(address, { ...init, headers: Object.fromEntries(headers) });
  });
});
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

async function signIn(): Promise<void> {
  const { token, tokenExpiryDate, user } = await api('userLogin', CREDENTIALS);
  startSession({ token, tokenExpiryDate, user });
}

test('a token that is refused right behind its sign-in is taken out on the way, and that is said', async () => {
  isStripped = true;
  await signIn();
  await expect(api('userMe', {})).rejects.toMatchObject({ status: 401 });
  expect(endReason()).toBe(TOKEN_STRIPPED);
});

test('a token that was taken once is refused by the server itself later', async () => {
  await signIn();
  await api('userMe', {});
  isStripped = true;
  await expect(api('userMe', {})).rejects.toMatchObject({ status: 401 });
  expect(endReason()).toBe(FAILURES.SIGN_IN.message);
});
