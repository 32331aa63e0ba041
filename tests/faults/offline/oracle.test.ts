import { expect, test, vi } from 'vitest';
import { foundInClear } from '#tests/support/browser/clear-text.ts';
import { openFaultStage } from '#tests/support/faults/fault-stage.ts';
import { expectOnceEach } from '#tests/support/server/oracle.ts';
import { newTablet } from '#tests/support/browser/ward-tablet.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

const stage = openFaultStage();

const PLACES: readonly [string, (word: string) => void | Promise<void>][] = [
  ['localStorage', (word) => localStorage.setItem('plain', word)],
  ['sessionStorage', (word) => sessionStorage.setItem('plain', word)],
  ['an address', (word) => history.pushState(null, '', `/faqs?name=${word}`)],
  [
    'a field',
    (word) => {
      const field = document.body.appendChild(document.createElement('textarea'));
      field.value = word;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      history.pushState(null, '', '/faqs?left');
    },
  ],
  [
    'a cache',
    async (word) => (await caches.open('plain')).put('/plain', new Response(word, { headers: { 'content-type': 'text/plain' } })),
  ],
  [
    'a database',
    (word) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('plain');
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('rows', { autoIncrement: true }));
        opening.addEventListener('error', () => reject(new Error('It does not open')));
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction('rows', 'readwrite', { durability: 'strict' });
          // Many of a kind, so that LevelDB compresses them.
          for (let nth = 0; nth < 50; nth += 1) writing.objectStore('rows').add({ name: `${word} ${nth}`, born: '1950-03-14' });
          writing.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      }),
  ],
];

test('the search of a profile finds a name wherever a page may leave one', async () => {
  // This profile contains words that the stage would rightly refuse, so it is not the stage's.
  const tablet = newTablet({ hasHistory: true });
  const page = await tablet.open();
  await page.goto(`${stage.proxy.origin}/faqs`);
  // As screens show a surname, and as a search index may store one.
  await page.evaluate(() => localStorage.setItem('spelt', 'DEMO-SHOUTED and demo-whispered'));
  const words = PLACES.map(([place], nth) => ({ place, word: `Demo-Left-In-The-Clear-${nth}` }));
  for (const [nth, [, leave]] of PLACES.entries()) await page.evaluate(leave, words[nth]?.word ?? '');
  // Storages are written to the disk with a delay, and flushed when the browser ends.
  await tablet.close();
  for (const { place, word } of words) {
    expect(foundInClear(tablet.folder, [word]), place).not.toEqual([]);
  }
  for (const word of ['Demo-Shouted', 'Demo-Whispered']) expect(foundInClear(tablet.folder, [word]), word).not.toEqual([]);
  expect(foundInClear(tablet.folder, ['Demo-Nobody-Wrote-This'])).toEqual([]);
  await tablet.remove();
});

test('a request that is doubled on its way without a key is seen to take effect twice', async () => {
  const once = { method: 'POST', path: '/api/patient/create', keys: ['one'], bytes: 1, status: 200, isReplay: false, at: 0 };
  expect(expectOnceEach([once, { ...once, isReplay: true }])).toEqual(['one']);
  expect(() => expectOnceEach([once, once])).toThrow('took effect twice');
  const within = { key: 'one', call: 'POST patient/create', status: 200, isReplay: false };
  expect(
    expectOnceEach(
      [once],
      [
        { ...within, isReplay: true },
        { ...within, status: 409 },
        { ...within, key: 'two' },
      ],
    ),
  ).toEqual(['one', 'two']);
  expect(() => expectOnceEach([once], [within])).toThrow('took effect twice');
  expect(() => expectOnceEach([], [within, within])).toThrow('took effect twice');
});
