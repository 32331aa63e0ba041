import { currentTicket, handoverFlag } from '#src/session/handover.ts';
import { clearStoredSession, isLockDue, readStoredSession, storeLockTime } from '#src/session/stored-session.ts';
import { localItems, localStorageOrNull } from '#src/device/web-storage.ts';
import { afterEach, expect, test, vi } from 'vitest';

const before = ['localStorage', 'sessionStorage'].map(
  (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
);

afterEach(() => {
  for (const [name, descriptor] of before)
    if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
    else Object.defineProperty(globalThis, name, descriptor);
});

test('where the browser refuses its storage, nothing is found there and nobody is kept from starting', () => {
  const refuse = vi.fn<() => never>(() => {
    throw new DOMException('Refused', 'SecurityError');
  });
  for (const [name] of before) Object.defineProperty(globalThis, name, { configurable: true, get: refuse });
  expect([handoverFlag(), currentTicket(), readStoredSession(), localStorageOrNull()]).toEqual([null, null, null, null]);
  expect(isLockDue(0)).toBe(false);
  clearStoredSession();
  storeLockTime(1);
  // The writer gets the error: a handover must not begin where it could not be stored.
  expect(() => localItems.setItem('any', 'thing')).toThrow('Refused');
  expect(refuse).toHaveBeenCalled();
});
