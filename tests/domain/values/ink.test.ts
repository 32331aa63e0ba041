import { readPatientRow } from '#domain/imports/import-patient.ts';
import { hasInk, inkCount, shownLength } from '#domain/values/ink.ts';
import { withoutInvisibles } from '#domain/values/invisibles.ts';
import { bareNhsNumber } from '#domain/values/nhs-number.ts';
import { foldForSearch } from '#domain/values/search-text.ts';
import { AddressLines, IdentityLine, Prose } from '#domain/values/text.ts';
import { signatureFaults } from '#domain/signing/signature.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { charactersOf } from '#tests/support/checks/code-points.ts';

const IGNORABLE = charactersOf(/^\p{Default_Ignorable_Code_Point}$/u);

test('ink is what is left without ignorable, blank, control and format characters, and without fillers', () => {
  for (const character of [...IGNORABLE, ...charactersOf(/^[\p{White_Space}\p{Cc}\p{Cf}\u2800\u3164\uffa0]$/u)]) {
    expect(hasInk(character.repeat(3)), character.codePointAt(0)?.toString(16)).toBe(false);
    expect(hasInk(`${character}x`)).toBe(true);
  }
  for (const text of ['x', '.', '王', 'أ', '👩‍⚕️', '\u0301', '0']) expect(hasInk(text), text).toBe(true);
  expect([inkCount(''), inkCount(' a\u200b b\u00ad'), inkCount('𝒜王')]).toEqual([0, 2, 2]);
  expect(['', ' a\u200b b\u00ad ', '𝒜王', 'a \n\u200b \u3164 b', ' \u200b ', 'Best for her: no pain.'].map(shownLength)).toEqual([
    0, 3, 2, 3, 0, 22,
  ]);
});

/** Names whose letters need a joiner or a non-joiner to be written right, and pictures that are one by it. */
const JOINED_NAMES = [
  'علی\u200cرضا',
  'محمد\u200cرضا',
  'امیر\u200cحسین',
  'نرگس\u200cسادات',
  'مه\u200cجبین',
  'شاه\u200cپور',
  'حسین\u200cزاده',
  'گل\u200cچهره',
  'ه\u200d',
  'عبد\u200cالله',
  'کریم\u200cپور',
  'خان\u200cزاده',
  'क्\u200dष',
  'शर्मा\u200cजी',
  'श्री\u200dनिवास',
  'राजेश्\u200dवर',
  'लक्ष्\u200cमी',
  'কৌশিক্\u200cদাস',
  'র\u200d্যা',
  'ঢাকা\u200cরায়',
  'ਸਿੰਘ\u200cਜੀ',
  'પટેલ્\u200cભાઈ',
  'ପଟ୍\u200cନାୟକ',
  'தமிழ்\u200cசெல்வன்',
  'రామ్\u200cకుమార్',
  'లక్ష్మణ్\u200cరావు',
  'ರಾಜ್\u200cಕುಮಾರ್',
  'ಶ್ರೀ\u200cನಾಥ್',
  'അന്\u200d',
  'ജോണ്\u200dസണ്\u200d',
  'അവന്\u200cറെ',
  'ശ്രീ\u200cകുമാർ',
  'ශ්\u200dරී',
  'ප්\u200dරියන්ත',
  'චන්ද්\u200dරිකා',
  'ක්\u200dෂණ',
  'ខ្មែរ\u200cសុខ',
  'မောင်\u200cမောင်',
  'བསྟན\u200cའཛིན',
  'ᠮᠣᠩᠭᠣᠯ\u180b',
  '渡邉\u{e0101}',
  '👩\u200d⚕\ufe0f',
  '❤\ufe0f',
  '1\ufe0f⃣',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
];

test('joiners stay in scripts that need them, and selectors in emoji and in what they shape', () => {
  const name = IdentityLine({ label: 'Name', least: 1, most: 100 });
  expect(JOINED_NAMES.length).toBeGreaterThanOrEqual(40);
  for (const each of JOINED_NAMES) {
    expect(withoutInvisibles(each)).toBe(each);
    expect(v.parse(name, each)).toBe(each.normalize('NFC'));
    // With and without it a search finds the same person.
    expect(foldForSearch(each)).toBe(foldForSearch(each.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')));
  }
});

test('a name loses what nobody sees, once and for all', () => {
  for (const character of IGNORABLE) {
    const tidy = withoutInvisibles(`So${character}fth${character}y${character}`);
    expect(tidy.replaceAll(' ', ''), character.codePointAt(0)?.toString(16)).toBe('Softhy');
    expect(withoutInvisibles(tidy)).toBe(tidy);
    expect(foldForSearch(`So${character}fthy`).replaceAll(' ', '')).toBe('softhy');
    expect(withoutInvisibles(`${character}ली`)).toMatch(/^ ?ली$/u);
  }
  expect(bareNhsNumber('999\u200d000\u200d0042')).toBe('9990000042');
  expect(bareNhsNumber('999–000–0050')).toBe('9990000050');
});

test('prose keeps what people wrote, and an address loses what nobody sees', () => {
  expect(v.parse(Prose({ label: 'Note', most: 50 }), ' so\u00adft \u200fأمل ')).toBe('so\u00adft \u200fأمل');
  expect(v.parse(Prose({ label: 'Note', most: 50 }), '\u200b\u2060')).toBe('');
  expect(v.parse(AddressLines({ label: 'Address', most: 50 }), '1 Home\u00ad Road\u200b\r\nTown')).toBe('1 Home Road\nTown');
});

test('a typed signature that shows nothing is none', () => {
  for (const character of [...IGNORABLE, '\u2800', ' '])
    expect(signatureFaults({ method: 'TYPED', typedName: character })).toEqual([
      { path: 'typedName', message: 'Write your name' },
    ]);
  expect(signatureFaults({ method: 'TYPED', typedName: 'x' })).toEqual([]);
});

test('a row of a file with a name that shows nothing has none', () => {
  const rowOf = (lastName: string, hospitalNumber: string) =>
    readPatientRow(
      new Map([
        ['lastName', lastName],
        ['hospitalNumber', hospitalNumber],
        ['dateOfBirth', '14/03/1950'],
        ['firstName', 'Ann'],
      ]),
      '2026-11-28',
    );
  for (const name of ['\u200b', '\u3164', '\u00ad\u2800'])
    expect(rowOf(name, 'I1').errors).toEqual([{ path: 'lastName', message: 'Enter the last name' }]);
  expect(rowOf('Soft\u00adhy', 'I2\u200b').value).toMatchObject({ lastName: 'Softhy', hospitalNumber: 'I2' });
});
