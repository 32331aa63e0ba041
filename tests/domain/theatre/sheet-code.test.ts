import { expect, test } from 'vitest';
import { readSheetCode, sheetCode, spacedSheetCode } from '#domain/theatre/sheet-code.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE = sheetCode(new Uint8Array([1, 2, 3, 4, 5]));

test('a code has nine characters, and reads as it was printed, typed or scanned', () => {
  expect(CODE).toMatch(/^[0-9A-HJKMNP-TV-Z]{9}$/);
  for (const typed of [CODE, spacedSheetCode(CODE), ` ${CODE.toLowerCase()} `, CODE.replaceAll('0', 'O').replaceAll('1', 'l')])
    expect(readSheetCode(typed)).toBe(CODE);
  expect(sheetCode(new Uint8Array([255, 255, 255, 255, 255])).slice(0, 8)).toBe('ZZZZZZZZ');
});

test('one wrong character is always noticed', () => {
  for (let at = 0; at < CODE.length; at += 1)
    for (const other of ALPHABET)
      if (other !== CODE[at]) expect(readSheetCode(CODE.slice(0, at) + other + CODE.slice(at + 1))).toBeUndefined();
});

test('two neighbours that were swapped are noticed, but for 0 and Z', () => {
  for (let one = 0; one < 1024; one += 1) {
    const code = sheetCode(new Uint8Array([one % 256, one >> 2, one * 7, one * 13, one * 29]));
    for (let at = 0; at < 8; at += 1) {
      const [left = '', right = ''] = [code[at], code[at + 1]];
      if (left === right || ['0Z', 'Z0'].includes(left + right)) continue;
      expect(readSheetCode(code.slice(0, at) + right + left + code.slice(at + 2))).toBeUndefined();
    }
  }
});

test('other texts are no codes', () => {
  for (const text of ['', '1', CODE.slice(1), `${CODE}0`, 'U'.repeat(9), 'assent:p1', '=1+1', '٣'.repeat(9)])
    expect(readSheetCode(text)).toBeUndefined();
});
