import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { expect, test } from 'vitest';

const read = (file: string) => fs.readFileSync(path.resolve(import.meta.dirname, '../../../public', file), 'utf8');

/** The page to which a browser is sent; undefined for one that may go on. */
function sentTo(change: Record<string, unknown> = {}): string | undefined {
  let address: string | undefined;
  const location = { replace: (to: string) => void (address = to) };
  const element = { noModule: true, inert: false };
  const window: Record<string, unknown> = {
    location,
    isSecureContext: true,
    navigator: { locks: {} },
    fetch: () => undefined,
    BroadcastChannel: () => undefined,
    document: { createElement: () => element, documentElement: element },
    ...change,
  };
  vm.runInNewContext(read('browser-check.js'), { ...window, window });
  return address;
}

test('a browser that has everything goes on, and so does one without https, which has no locks', () => {
  expect(sentTo()).toBeUndefined();
  expect(sentTo({ isSecureContext: false, navigator: {} })).toBeUndefined();
});

test.each([
  ['too old', { document: { createElement: () => ({}), documentElement: {} } }, ''],
  ['without locks', { navigator: {} }, '#web-locks'],
  ['without channels', { BroadcastChannel: undefined }, '#broadcast-channel'],
])('a browser %s is told what it lacks', (_, change, named) => {
  expect(sentTo(change)).toBe(`/unsupportedbrowser${named}`);
  if (named !== '') expect(read('unsupportedbrowser.html')).toContain(`class="missing" id="${named.slice(1)}"`);
});
