import * as v from 'valibot';
import { IdentityLine, SingleLine } from '#domain/values/text.ts';
import { NAME_MOST } from '#domain/values/text-limits.ts';

export const CODE_SYSTEMS = ['SNOMED_CT', 'OPCS_4'] as const;
export type CodeSystem = (typeof CODE_SYSTEMS)[number];

/** The name of each code system for people. */
export const CODE_SYSTEM_WORDS: Readonly<Record<CodeSystem, string>> = { SNOMED_CT: 'SNOMED CT', OPCS_4: 'OPCS-4' };

/** Characters of a code [choice]. */
export const PROCEDURE_CODE_MOST = 30;
/** The most codes of one procedure [choice]. */
export const CODES_MOST = 10;

/** A code of a procedure, as a plain field: no service is asked whether it exists. */
export const ProcedureCode = v.pipe(
  v.strictObject({
    system: v.picklist(CODE_SYSTEMS, 'The Code system is not known'),
    code: IdentityLine({ label: 'Code', least: 1, most: PROCEDURE_CODE_MOST }),
    display: SingleLine({ label: 'Meaning of the code', least: 1, most: NAME_MOST }),
  }),
  v.transform((each) => ({ ...each, code: tidyCode(each) })),
  v.forward(
    v.check(
      ({ system, code }) => system !== 'SNOMED_CT' || isSnomedConcept(code),
      'The Code is not a SNOMED CT concept: check its digits',
    ),
    ['code'],
  ),
  v.forward(
    v.check(
      ({ system, code }) => system !== 'OPCS_4' || OPCS_4.test(code),
      'The Code is not an OPCS-4 code: a letter, two digits, a point and a digit, as in C71.2',
    ),
    ['code'],
  ),
);
export type ProcedureCode = v.InferOutput<typeof ProcedureCode>;

// OPCS-4 has no chapter I.
const OPCS_4 = /^[A-HJ-Z]\d{2}\.\d$/;

/** The code without blanks; an OPCS-4 code with its point: `c712` is C71.2. */
function tidyCode({ system, code }: { system: CodeSystem; code: string }): string {
  const solid = code.replaceAll(/\s/g, '');
  return system === 'OPCS_4' ? solid.toUpperCase().replace(/^([A-Z]\d{2})(\d)$/, '$1.$2') : solid;
}

/** Whether this is a well-formed SNOMED CT id of a concept: its check digit is right, and its partition is that of concepts. */
export function isSnomedConcept(code: string): boolean {
  return /^[1-9]\d{5,17}$/.test(code) && /[01]0\d$/.test(code) && verhoeff(code) === 0;
}

// The tables of Verhoeff's check digit: the multiplication of the dihedral group D5, and its permutation by position.
const PRODUCT = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
];
const PERMUTED = ['0123456789', '1576283094', '5803796142', '8916043527', '9453126870', '4286573901', '2793806415', '7046913258'];

/** The checksum of digits whose last one is the check digit; 0 when they are right. */
function verhoeff(digits: string): number {
  return [...digits].toReversed().reduce((sum, digit, at) => {
    const permuted = Number(PERMUTED[at % PERMUTED.length]?.[Number(digit)]);
    return Number(PRODUCT[sum]?.[permuted]);
  }, 0);
}
