import { Uuid } from '#domain/values/text.ts';
import { uuidV7 } from '#domain/base/uuid-v7.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';

const noise = (byte: number) => new Uint8Array(10).fill(byte);

test('an id made on a device is one that the contract accepts, whatever the random bytes are', () => {
  for (const byte of [0, 1, 127, 128, 255]) expect(v.is(Uuid, uuidV7(1_786_000_000_000, noise(byte)))).toBe(true);
});

test('an id carries its moment and version 7', () => {
  expect(uuidV7(0x0198_abcd_ef01, noise(0xff))).toBe('0198abcd-ef01-7fff-bfff-ffffffffffff');
});

test('an id made a millisecond later sorts later, even with smaller random bytes', () => {
  expect(uuidV7(1_786_000_000_001, noise(0)) > uuidV7(1_786_000_000_000, noise(255))).toBe(true);
});
