import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startSite, type Site } from './fake-site.ts';
import { visitsForTests } from './visits.ts';

const visit = visitsForTests();
let site: Site;
let page: Page;

beforeAll(async () => {
  site = await startSite('one');
});
afterAll(() => site.close());
beforeEach(async () => {
  page = await visit(site.origin);
});
afterEach(() => page.context().close());

/** The answer of the worker to a message that the page on screen sends. */
const tell = (note: unknown, on = page): Promise<unknown> =>
  on.evaluate(async (data) => {
    const worker = (await navigator.serviceWorker.ready).active;
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise((resolve) => port1.addEventListener('message', (event) => resolve(event.data)));
    port1.start();
    worker?.postMessage(data, [port2]);
    return answer;
  }, note);
const left = (purpose: 'handover' | 'staff', parcel: unknown = 'keys') => ({ type: 'PARCEL_LEFT', purpose, id: 'one', parcel });
const asked = (purpose: 'handover' | 'staff', id = 'one') => ({ type: 'PARCEL_ASKED', purpose, id });
const note = (type: 'PARCEL_RENEWED' | 'PARCEL_DISCARDED', id = 'one') => ({ type, purpose: 'handover', id });
const goTo = (place: string) => page.goto(site.origin + place);

test('a key that cannot be read out goes from the staff page to the signer’s page, and opens there what it sealed', async () => {
  const iv = Array.from({ length: 12 }, () => 7);
  const sealed = await page.evaluate(async (bytes) => {
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    const worker = (await navigator.serviceWorker.ready).active;
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise((resolve) => port1.addEventListener('message', resolve));
    port1.start();
    worker?.postMessage({ type: 'PARCEL_LEFT', purpose: 'handover', id: 'one', parcel: { key } }, [port2]);
    await answer;
    const way = { name: 'AES-GCM', iv: Uint8Array.from(bytes) };
    return [...new Uint8Array(await crypto.subtle.encrypt(way, key, new TextEncoder().encode('Demo')))];
  }, iv);
  await goTo('/consent/handover');
  const opened = await page.evaluate(
    async ([bytes = [], text = []]) => {
      const worker = (await navigator.serviceWorker.ready).active;
      const { port1, port2 } = new MessageChannel();
      const answer = new Promise<{ key: CryptoKey }>((resolve) => port1.addEventListener('message', ({ data }) => resolve(data)));
      port1.start();
      worker?.postMessage({ type: 'PARCEL_ASKED', purpose: 'handover', id: 'one' }, [port2]);
      const { key } = await answer;
      const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: Uint8Array.from(bytes) }, key, Uint8Array.from(text));
      return { text: new TextDecoder().decode(plain), isReadable: key.extractable };
    },
    [iv, sealed],
  );
  expect(opened).toEqual({ text: 'Demo', isReadable: false });
});

test('a parcel is given for its own handover, to the page that it was left for; one for the staff pages once', async () => {
  expect(await tell(left('handover'))).toBe(true);
  // A staff page, which is not the signer's.
  expect(await tell(asked('handover'))).toBeNull();
  await goTo('/consent/handover');
  expect(await tell(asked('handover', 'another'))).toBeNull();
  expect(await tell(asked('staff'))).toBeNull();
  expect(await tell(asked('handover'))).toBe('keys');
  await page.reload();
  expect(await tell(asked('handover'))).toBe('keys');

  expect(await tell(left('staff'))).toBe(true);
  expect(await tell(asked('handover'))).toBeNull();
  expect(await tell(asked('staff'))).toBeNull();
  await goTo('/consent?id=1');
  expect(await tell(asked('staff'))).toBe('keys');
  expect(await tell(asked('staff'))).toBeNull();
});

test('once its handover has ended a parcel is gone, and another handover ends none', async () => {
  await tell(left('handover'));
  await goTo('/consent/handover');
  expect(await tell(note('PARCEL_DISCARDED', 'another'))).toBe(true);
  expect(await tell(asked('handover'))).toBe('keys');
  expect(await tell(note('PARCEL_DISCARDED'))).toBe(true);
  expect(await tell(asked('handover'))).toBeNull();
  expect(await tell(note('PARCEL_RENEWED'))).toBe(false);
});

test('a parcel that nobody takes within half a minute is gone, and one that is renewed is not', async () => {
  const [worker] = page.context().serviceWorkers();
  if (worker === undefined) throw new Error('The worker is not there');
  // The worker's clock runs thirty times as fast, and what it waits for is noted.
  await worker.evaluate(() => {
    const { setTimeout: real } = globalThis;
    const waits: number[] = [];
    const hurried = (run: () => void, ms = 0) => {
      waits.push(ms);
      return real(run, ms / 30);
    };
    Object.assign(globalThis, { waits, setTimeout: hurried });
  });
  const waits = () => worker.evaluate(() => Reflect.get(globalThis, 'waits') as number[]);
  await tell(left('handover'));
  expect(await waits()).toEqual([30_000]);
  await goTo('/consent/handover');
  await page.waitForTimeout(1100);
  expect(await tell(asked('handover'))).toBeNull();

  await tell(left('handover'));
  for (let beat = 0; beat < 4; beat += 1) {
    expect(await tell(note('PARCEL_RENEWED'))).toBe(true);
    await page.waitForTimeout(600);
  }
  expect(await tell(asked('handover'))).toBe('keys');
  expect(await waits()).toContain(90_000);
  await page.waitForTimeout(3300);
  expect(await tell(asked('handover'))).toBeNull();
});
