import { TABLET_PIN_TRIES } from '#domain/accounts/tablet-pin.ts';
import { expect, test } from 'vitest';
import { createTabletPins, type TabletPinMessage } from '#store/vault/tablet-pins.ts';

const [PIN, WRONG] = ['402857', '402858'];
const ALL = TABLET_PIN_TRIES;

/** A worker that has just begun. */
function openWorker() {
  const answer = createTabletPins({ bytes: (count) => crypto.getRandomValues(new Uint8Array(count)), passwordRounds: 10 });
  const send = (type: TabletPinMessage['type'], more: object = {}, userHash = 'mine') =>
    // Each test gives the members that its message has.
    answer({ type, userHash, ...more } as TabletPinMessage);
  return {
    send,
    prove: (tabletPin: string = PIN, userHash?: string) => send('TABLET_PIN_PROVEN', { tabletPin }, userHash),
    try: (tabletPin: string, userHash?: string) => send('TABLET_PIN_TRIED', { tabletPin }, userHash),
  };
}

test('a worker knows no PIN until the server has proven one to it', async () => {
  const worker = openWorker();
  expect(await worker.try(PIN)).toEqual({ isRight: false, isKnown: false, triesLeft: ALL });
  expect(await worker.prove()).toEqual({ isRight: false, isKnown: true, triesLeft: ALL });
  expect(await worker.try(PIN)).toEqual({ isRight: true, isKnown: true, triesLeft: ALL });
  expect(await openWorker().send('TABLET_PIN_ASKED'), 'the next worker').toEqual({
    isRight: false,
    isKnown: false,
    triesLeft: ALL,
  });
});

test('five wrong PINs delete the verifier: the right one is not known any more either', async () => {
  const worker = openWorker();
  await worker.prove();
  for (let triesLeft = ALL - 1; triesLeft > 0; triesLeft -= 1)
    expect(await worker.try(WRONG)).toEqual({ isRight: false, isKnown: true, triesLeft });
  const spent = { isRight: false, isKnown: false, triesLeft: 0 };
  expect(await worker.try(WRONG)).toEqual(spent);
  expect(await worker.try(PIN)).toEqual(spent);
});

test('the fifth try may still be the right one, and a right one begins the count anew', async () => {
  const worker = openWorker();
  await worker.prove();
  for (let tries = 1; tries < ALL; tries += 1) await worker.try(WRONG);
  expect(await worker.try(PIN)).toEqual({ isRight: true, isKnown: true, triesLeft: ALL });
});

test('many guesses at the same moment are as many tries', async () => {
  const worker = openWorker();
  await worker.prove();
  const guesses = await Promise.all(Array.from({ length: 12 }, (_, at) => worker.try(String(402000 + at))));
  expect(guesses.filter(({ isRight }) => isRight)).toEqual([]);
  expect(await worker.try(PIN)).toMatchObject({ isRight: false, triesLeft: 0 });
});

test('what the server refused counts together with what was refused here, also before a PIN is known here', async () => {
  const worker = openWorker();
  await worker.prove();
  await worker.try(WRONG);
  expect(await worker.send('TABLET_PIN_REFUSED', { triesLeft: 4 })).toMatchObject({ triesLeft: 3 });
  expect(await worker.send('TABLET_PIN_REFUSED', { triesLeft: 1 })).toMatchObject({ triesLeft: 1, isKnown: true });
  expect(await worker.send('TABLET_PIN_REFUSED', { triesLeft: 0 })).toMatchObject({ triesLeft: 0, isKnown: false });
  const other = openWorker();
  expect(await other.send('TABLET_PIN_REFUSED', { triesLeft: 2 })).toMatchObject({ triesLeft: 2, isKnown: false });
  expect(await other.send('TABLET_PIN_ASKED')).toMatchObject({ triesLeft: 2 });
});

test('a right password gives all tries again, and does not bring back what was deleted', async () => {
  const worker = openWorker();
  await worker.prove();
  await worker.try(WRONG);
  expect(await worker.send('TABLET_PIN_RENEWED')).toMatchObject({ triesLeft: ALL, isKnown: true });
  for (let tries = 0; tries < ALL; tries += 1) await worker.try(WRONG);
  expect(await worker.send('TABLET_PIN_RENEWED')).toMatchObject({ triesLeft: ALL, isKnown: false });
  await worker.prove();
  expect(await worker.try(PIN)).toMatchObject({ isRight: true });
});

test('each person has a PIN of their own, which a sign-out or its removal forgets', async () => {
  const worker = openWorker();
  await worker.prove();
  await worker.prove('910384', 'theirs');
  expect(await worker.try('910384')).toMatchObject({ isRight: false, triesLeft: ALL - 1 });
  expect(await worker.try('910384', 'theirs')).toMatchObject({ isRight: true });
  expect(await worker.send('TABLET_PIN_FORGOTTEN')).toMatchObject({ isKnown: false });
  expect(await worker.try(PIN)).toMatchObject({ isRight: false, isKnown: false });
  expect(await worker.try('910384', 'theirs')).toMatchObject({ isRight: true });
});

test('a new PIN takes the place of the one before', async () => {
  const worker = openWorker();
  await worker.prove();
  await worker.prove('910384');
  expect(await worker.try(PIN)).toMatchObject({ isRight: false });
  expect(await worker.try('910384')).toMatchObject({ isRight: true });
});
