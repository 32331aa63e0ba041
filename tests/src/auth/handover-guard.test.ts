import { leaveIfHandedOver } from '#src/auth/handover-guard.ts';
import { HANDOVER_KEY, SIGNER_PAGE_PATH } from '#domain/signing/handover-lock.ts';
import { currentSession, endSession, startSession, type Session } from '#src/session/session.ts';
import { readStoredSession } from '#src/session/stored-session.ts';
import { openStorage } from '#tests/src/storage.ts';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

/** The parts of a tab that the test environment lacks; `places` are the addresses that it was sent to. */
function openTab(flag: Record<string, string>) {
  const places: string[] = [];
  const setProperty = vi.fn<(name: string, value: string) => void>();
  vi.stubGlobal('sessionStorage', openStorage());
  vi.stubGlobal('localStorage', openStorage(flag));
  vi.stubGlobal('location', { pathname: '/patient', replace: (place: string) => void places.push(place) });
  vi.stubGlobal('document', { documentElement: { style: { setProperty } }, title: 'Patient – Assent' });
  // Only the user and the token matter.
  startSession({ token: 'secret', tokenExpiryDate: '2026-08-06T14:05:00.000Z', user: { _id: 'a' } } as Session);
  return { places, setProperty };
}

test('a tab of a tablet that nobody handed over goes on', () => {
  const { places } = openTab({});
  expect(leaveIfHandedOver()).toBe(false);
  expect(currentSession()?.token).toBe('secret');
  expect(places).toEqual([]);
});

test('a handed-over tablet has no staff session left in any tab, nothing on screen, and leaves once however often it is told', () => {
  const { places, setProperty } = openTab({ [HANDOVER_KEY]: '{"handoverId":"a","since":"b"}' });
  expect([leaveIfHandedOver(), leaveIfHandedOver(), leaveIfHandedOver()]).toEqual([true, true, true]);
  expect(currentSession()).toBeNull();
  expect(readStoredSession()).toBeNull();
  expect(setProperty).toHaveBeenCalledWith('display', 'none', 'important');
  expect(document.title).toBe('Assent');
  expect(places).toEqual([SIGNER_PAGE_PATH]);
});
