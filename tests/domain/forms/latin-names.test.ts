import { NamesInLatin, withLatinName } from '#domain/forms/latin-names.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';

const faultsOf = (names: unknown) => v.safeParse(NamesInLatin, names).issues?.map(({ message }) => message);

test('a name without letters, one that is too long, or a list that is too long has its sentence', () => {
  expect(faultsOf([{ name: '\u200b ', latin: 'A' }])).toEqual(['Enter the name']);
  expect(faultsOf([{ name: 'A', latin: 'a'.repeat(201) }])).toEqual(['The Name in Latin letters must be at most 200 characters']);
  expect(faultsOf(Array.from({ length: 31 }, () => ({ name: 'A', latin: 'B' })))).toEqual(['At most 30 items']);
  expect(faultsOf('A')).toEqual(['This must be a list']);
});

test('a name is written anew, beside the others, and goes when it is emptied', () => {
  const one = withLatinName(undefined, { name: 'ᏣᎳᎩ', latin: 'T' });
  expect(one).toEqual([{ name: 'ᏣᎳᎩ', latin: 'T' }]);
  const two = withLatinName(withLatinName(one, { name: 'ދިވެހި', latin: 'D' }), { name: 'ᏣᎳᎩ', latin: 'Ts' });
  expect(two).toEqual([
    { name: 'ދިވެހި', latin: 'D' },
    { name: 'ᏣᎳᎩ', latin: 'Ts' },
  ]);
  expect(withLatinName(two, { name: 'ދިވެހި', latin: '' })).toEqual([{ name: 'ᏣᎳᎩ', latin: 'Ts' }]);
});
