import type { Page } from 'playwright';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isPart } from '#tests/support/checks/full.ts';
import { startSite, type Site } from './fake-site.ts';
import { visitsForTests } from './visits.ts';

const visit = visitsForTests();
let site: Site;
let page: Page;

beforeEach(async () => {
  site = await startSite('one');
  page = await visit(site.origin);
});
afterEach(async () => {
  await page.context().close();
  await site.close();
});

test('the first visit is served by the network alone', async () => {
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
});

test('without a server every place of the staff opens the staff page, and a patient’s link the patient page', async () => {
  site.goDown();
  const titles: Record<string, string> = {};
  const places = [
    '/',
    '/login',
    '/patient/detail?id=1',
    '/consent',
    '/verify/DEMO',
    '/consent/handover',
    '/consent/t0ken',
    '/login/t0ken',
    '/unsupportedbrowser',
  ];
  for (const place of places) {
    await page.goto(site.origin + place);
    titles[place] = await page.title();
  }
  expect(titles).toEqual({
    '/': 'staff one',
    '/login': 'staff one',
    '/patient/detail?id=1': 'staff one',
    '/consent': 'staff one',
    '/verify/DEMO': 'staff one',
    '/consent/handover': 'patient one',
    '/consent/t0ken': 'patient one',
    '/login/t0ken': 'patient one',
    '/unsupportedbrowser': 'old browser one',
  });
});

test('the server’s own places are never answered by the worker, and nothing of the API is kept', async () => {
  await page.reload();
  const calls = await page.evaluate(async () => {
    const answers = await Promise.all(
      ['GET', 'POST', 'PUT'].map((method) => fetch('/api/patient/get', { method }).then((answer) => answer.status)),
    );
    const names = await caches.keys();
    const kept = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)));
    return { answers, kept: kept.flat() };
  });
  expect(calls.answers).toEqual([200, 200, 200]);
  expect(calls.kept.filter((url) => url.includes('/api'))).toEqual([]);
  site.goDown();
  for (const place of ['/api/docs', '/health', '/ready', '/metrics', '/mailbox', '/mailbox/1']) {
    await expect(page.goto(site.origin + place)).rejects.toThrow('ERR_EMPTY_RESPONSE');
  }
});

test('a new build waits until it is let in, and then keeps the files of the one before for tabs still open', async () => {
  await page.reload();
  await site.deploy('two');
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
  await expect.poll(() => isWaiting(page)).toBe(true);
  await page.reload();
  expect(await page.title()).toBe('staff one');

  await letIn(page);
  expect(await lazy(page, 'one')).toBe('// lazy one');
  await page.reload();
  expect(await page.title()).toBe('staff two');

  await site.deploy('three');
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect.poll(() => isWaiting(page)).toBe(true);
  await letIn(page);
  expect(await lazy(page, 'two')).toBe('// lazy two');
  expect(await lazy(page, 'one')).toBe('not found');
});

test('a network that is back wakes every page, by one word and no call', async () => {
  await page.reload();
  const heard = page.evaluate(
    () => new Promise((done) => navigator.serviceWorker.addEventListener('message', ({ data }) => done(data), { once: true })),
  );
  const session = await page.context().newCDPSession(page);
  const registration = new Promise<string>((done) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => done(registrations[0]?.registrationId ?? '')),
  );
  await session.send('ServiceWorker.enable');
  const asked = site.asked.length;
  const sync = { origin: site.origin, registrationId: await registration, lastChance: false };
  await session.send('ServiceWorker.dispatchSyncEvent', { ...sync, tag: 'somebody.else' });
  await session.send('ServiceWorker.dispatchSyncEvent', { ...sync, tag: 'assent.outbox' });
  expect(await heard).toBe('assent.sync');
  expect(site.asked.slice(asked)).toEqual([]);
});

test.runIf(isPart)(
  'where the caches were cleared, the worker says so without a network, and fetches the app again with it',
  async () => {
    await page.reload();
    await clearCaches(page);
    site.goDown();
    for (const place of ['/', '/patient/detail?id=1', '/consent/handover', '/index.html']) {
      await page.goto(site.origin + place);
      expect(await page.getByText('has cleared the app from this device').count(), place).toBe(1);
    }
    expect(await refill(page)).toBe(false);
    site.comeBack();
    expect(await refill(page)).toBe(true);
    const asked = site.asked.length;
    expect(await refill(page)).toBe(true);
    expect(site.asked.slice(asked), 'a whole shell asks for nothing').toEqual([]);
    site.goDown();
    await page.goto(`${site.origin}/patient/detail?id=1`);
    expect(await page.title()).toBe('staff one');
    await page.goto(`${site.origin}/consent/handover`);
    expect(await page.title()).toBe('patient one');
    expect(await lazy(page, 'one')).toBe('// lazy one');
    // The next build knows which files were of this one.
    site.comeBack();
    await site.deploy('two');
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect.poll(() => isWaiting(page)).toBe(true);
    await letIn(page);
    expect(await lazy(page, 'one')).toBe('// lazy one');
  },
);

test('neither a page of another build nor that of another network is stored among the files of this one', async () => {
  await page.reload();
  await clearCaches(page);
  site.takeOver(true);
  expect(await refill(page)).toBe(false);
  // Nor once one of the pages is there, and the network comes between the files.
  await page.evaluate(async () => {
    const cache = await caches.open('assent-shell');
    for (const place of ['index', 'sign', 'unsupportedbrowser'])
      await cache.put(`/${place}.html?__WB_REVISION__=one`, new Response('a page'));
  });
  expect(await refill(page)).toBe(false);
  await clearCaches(page);
  site.takeOver(false);
  await site.deploy('two');
  expect(await refill(page)).toBe(false);
  const kept = await page.evaluate(async () => (await (await caches.open('assent-shell')).keys()).map(({ url }) => url));
  expect(kept).toEqual([]);
});

function clearCaches(of: Page): Promise<unknown> {
  return of.evaluate(async () => Promise.all((await caches.keys()).map((name) => caches.delete(name))));
}

/** As the product asks for it. */
function refill(of: Page): Promise<unknown> {
  return of.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise((done) => port1.addEventListener('message', ({ data }) => done(data), { once: true }));
    port1.start();
    active?.postMessage({ type: 'SHELL_REFILL' }, [port2]);
    return answer;
  });
}

function isWaiting(of: Page): Promise<boolean> {
  return of.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
}

/** As the product does it: the one message that the worker listens to. */
async function letIn(of: Page): Promise<void> {
  await of.evaluate(async () => {
    const { waiting } = await navigator.serviceWorker.ready;
    waiting?.postMessage('SKIP_WAITING');
    waiting?.postMessage({ type: 'SKIP_WAITING' });
    await new Promise<void>((done) => {
      const look = () =>
        waiting?.state === 'activated' ? done() : waiting?.addEventListener('statechange', look, { once: true });
      look();
    });
  });
}

function lazy(of: Page, name: string): Promise<string> {
  return of.evaluate(async (build) => (await fetch(`/assets/lazy-${build}.js`)).text(), name);
}
