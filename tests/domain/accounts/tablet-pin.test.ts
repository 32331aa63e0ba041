import { expect, test } from 'vitest';
import * as v from 'valibot';
import { NewTabletPin } from '#domain/accounts/tablet-pin.ts';

const isTaken = (pin: string) => v.safeParse(NewTabletPin, pin).success;

test.each([
  '111111',
  '000000',
  '123456',
  '654321',
  '987654',
  '012345',
  '890123',
  '135791',
  '121212',
  '112112',
  '123123',
  '112233',
  '445566',
  '998877',
  '101010',
  '252525',
  '147258',
  '159753',
  '123654',
])('%s is one that everybody tries first', (pin) => expect(isTaken(pin)).toBe(false));

test.each(['402857', '910384', '130572', '774921', '200864'])('%s is a PIN', (pin) => expect(isTaken(pin)).toBe(true));

test('most PINs can be chosen', () => {
  let refused = 0;
  for (let pin = 0; pin < 1_000_000; pin += 7) if (!isTaken(String(pin).padStart(6, '0'))) refused += 1;
  expect(refused / (1_000_000 / 7)).toBeLessThan(0.01);
});
