import { canPutHandoff } from '#src/device/handoff-checks.ts';
import { takeHandoff } from '#src/offline/take-handoff.ts';
import { discardHandoff, keepHandoff, putHandoff } from '#src/offline/vault-handoff.ts';
import type { Handoff } from '#store/session/handoff.ts';
import { openStorage } from '#tests/src/storage.ts';
import { SOON_MOST } from '#tests/support/checks/soon-most.ts';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

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

/** A browser whose worker answers each type of message by this; `null` is no answer. @returns the types in their order */
function openWorker(answers: Record<string, unknown>): string[] {
  const types: string[] = [];
  openBrowser((message, [port]) => {
    const { type } = message as { type: string };
    types.push(type);
    if (answers[type] !== undefined) port?.postMessage(answers[type]);
  });
  return types;
}

test('the keys of a handover may be taken again until it ends, those for the staff pages once', async () => {
  const types = openWorker({ PARCEL_LEFT: true, PARCEL_ASKED: handoff, PARCEL_DISCARDED: true });
  await putHandoff('handover', 'a', handoff);
  expect([await takeHandoff('handover'), await takeHandoff('handover')]).toEqual([handoff, handoff]);
  await discardHandoff();
  expect(await takeHandoff('handover')).toBeNull();
  await discardHandoff();
  await putHandoff('staff', 'a', handoff);
  expect([await takeHandoff('staff'), await takeHandoff('staff')]).toEqual([handoff, null]);
  expect(types.filter((type) => type === 'PARCEL_DISCARDED')).toHaveLength(1);
});

test('a worker that was ended gets the keys again while the handover goes on, and one that says nothing does not', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  for (const [answer, after] of [
    [false, ['PARCEL_RENEWED', 'PARCEL_LEFT']],
    [true, ['PARCEL_RENEWED']],
  ] as const) {
    const types = openWorker({ PARCEL_LEFT: true, PARCEL_RENEWED: answer, PARCEL_DISCARDED: true });
    await putHandoff('handover', 'a', handoff);
    const stop = keepHandoff(handoff);
    types.length = 0;
    vi.advanceTimersByTime(20_000);
    // Polled by the real clock: a wait of vi's own would move the fake one on with each check.
    await expect.poll(() => types, { timeout: SOON_MOST }).toEqual(after);
    await discardHandoff();
    types.length = 0;
    vi.advanceTimersByTime(60_000);
    await Promise.resolve();
    expect(types).toEqual([]);
    stop();
  }
});
