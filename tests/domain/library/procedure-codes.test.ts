import { expect, test } from 'vitest';
import * as v from 'valibot';
import { isSnomedConcept, ProcedureCode } from '#domain/library/procedure-codes.ts';

const parse = (system: string, code: string) => v.safeParse(ProcedureCode, { system, code, display: 'Meaning' });

// Concepts of the international edition and of national extensions (partition 10), and what is none.
test.each([
  ['54885007', true],
  ['7771000', true],
  ['24028007', true],
  ['51440002', true],
  ['404684003', true],
  ['999000031000000106', true],
  ['999000031000000116', false],
  ['54885006', false],
  ['45885007', false],
  ['5488507', false],
  ['0754885007', false],
  ['54885007a', false],
  ['12345', false],
  ['1234567890123456789', false],
  ['', false],
])('%s is a SNOMED CT concept: %s', (code, isConcept) => {
  expect(isSnomedConcept(code)).toBe(isConcept);
  expect(parse('SNOMED_CT', code).success).toBe(isConcept);
});

test('every digit counts: no concept stays one with one digit changed, or with two neighbours changed over', () => {
  for (const code of ['54885007', '24028007', '51440002', '404684003', '7771000'])
    for (let at = 0; at < code.length; at += 1) {
      for (const digit of '0123456789')
        if (digit !== code[at]) expect(isSnomedConcept(code.slice(0, at) + digit + code.slice(at + 1))).toBe(false);
      const swapped = code.slice(0, at) + (code[at + 1] ?? '') + (code[at] ?? '') + code.slice(at + 2);
      if (swapped !== code) expect(isSnomedConcept(swapped)).toBe(false);
    }
});

test('an id of a description is no concept, however right its check digit', () => {
  const ids = Array.from({ length: 10 }, (_, digit) => `5488501${digit}`);
  expect(ids.filter(isSnomedConcept)).toEqual([]);
});

test.each([
  ['C71.2', 'C71.2'],
  ['C712', 'C71.2'],
  [' c71 2 ', 'C71.2'],
  ['Z94.1', 'Z94.1'],
  ['I71.2', null],
  ['C71', null],
  ['C71.23', null],
  ['C7.12', null],
  ['712', null],
  ['', null],
])('“%s” as an OPCS-4 code is %s', (typed, code) => {
  const parsed = parse('OPCS_4', typed);
  expect(parsed.success ? parsed.output.code : null).toBe(code);
  if (parsed.success) expect(v.parse(ProcedureCode, parsed.output)).toEqual(parsed.output);
  else expect(parsed.issues.map((issue) => v.getDotPath(issue))).toEqual(['code']);
});
