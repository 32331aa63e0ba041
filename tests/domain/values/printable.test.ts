import { expect, test } from 'vitest';
import { OTHER_SCRIPT, printableText, printNoteOf } from '#domain/values/printable.ts';

// Cherokee, which no font of the documents has.
const [short, long] = ['ᏣᎳ', 'ᏣᎳ ᎩᏍ'];

test('a name prints in Latin letters where it stands alone, the longest first, whatever signs the Latin one has', () => {
  const names = { [short]: 'Tsa', [long]: 'Tsala $& Gis' };
  expect(printableText(`${long} and ${short}.`, names)).toBe('Tsala $& Gis and Tsa.');
  // A part of somebody else's word is not the name.
  expect(printableText(`${short}Ꭹ said so`, names)).toBe(`${OTHER_SCRIPT} said so`);
  expect(printableText(`(${short})`, names)).toBe('(Tsa)');
});

test('the note for staff leaves out the names that print in Latin letters', () => {
  expect(printNoteOf({ parents: [{ name: short }] })).toContain('will print as');
  expect(printNoteOf({ parents: [{ name: short }] }, [short])).toBeNull();
});
