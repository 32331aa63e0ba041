import { canPutHandoff } from '#src/offline/handoff-checks.ts';
import { putHandoff } from '#src/offline/vault-handoff.ts';
import type { Handoff } from '#store/session/handoff.ts';
import { openStorage } from '#tests/src/storage.ts';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => void vi.unstubAllGlobals());

/** A browser whose worker gets each message by this. */
function openBrowser(postMessage: (message: unknown, ports: readonly MessagePort[]) => void): void {
  const withPorts = (message: unknown, ports: readonly MessagePort[] = []) => postMessage(message, ports);
  vi.stubGlobal('sessionStorage', openStorage());
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ active: { postMessage: withPorts } }) } });
}

const handoff = { clockOffset: 0, details: null } as Handoff;
const vault = {} as Handoff['vault'];

test('keys that a worker accepts wait for the next page of the tab', async () => {
  openBrowser((_, [port]) => port?.postMessage(true));
  expect(await canPutHandoff(vault)).toBe(true);
  expect(sessionStorage.getItem('assent.parcel.handover')).toBeNull();
  expect(await putHandoff('handover', 'a', handoff)).toBe(true);
  expect(sessionStorage.getItem('assent.parcel.handover')).toBe('a');
});

test('where the browser copies no keys to its worker, nothing is left there, and it is known at once', async () => {
  openBrowser(() => {
    throw new DOMException('A key cannot be cloned', 'DataCloneError');
  });
  expect(await canPutHandoff(vault)).toBe(false);
  expect(await putHandoff('handover', 'a', handoff)).toBe(false);
  expect(sessionStorage.getItem('assent.parcel.handover')).toBeNull();
});
