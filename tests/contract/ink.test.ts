import * as v from 'valibot';
import { expect, test } from 'vitest';
import { charactersOf } from '#tests/support/checks/code-points.ts';
import { readSources } from '#tests/support/checks/syntax.ts';
import { textFieldsOfContract } from '#tests/support/checks/text-fields.ts';

const fields = textFieldsOfContract();
const IGNORABLE = charactersOf(/^\p{Default_Ignorable_Code_Point}$/u);
/** One of each kind that is no Default_Ignorable code point: blanks, format characters, the blank of Braille. */
const BLANK = [...charactersOf(/^\p{White_Space}$/u), '\u2800', '\ufff9', '\u0600'];

/**
 * Texts that nobody writes as words: secrets, codes, places in a list or a file, nodes that are judged as a whole, and a note of a
 * conflict, which keeps both texts byte for byte.
 */
const NO_WORDS =
  /password|\.token$|\.status$|nodes|\.data\b|htmlString|\.children\.|\.mapping|\.rows$|\.edits$|\.sheet$|verifyByCode\.code|\.since$|patientConflict\.fields/i;
const words = fields.filter(({ path }) => !NO_WORDS.test(path));

test('every text of the contract is found', () => {
  const paths = fields.map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(100);
  for (const field of ['lastName', 'typedName', 'statement', 'reason', 'answer', 'mattersToMe', 'comments'])
    expect(paths.some((path) => path.endsWith(`.${field}`))).toBe(true);
});

test('a text of characters that show nothing is the empty text, in every field of the contract', () => {
  const wrong: string[] = [];
  for (const { path, schema } of words) {
    const empty = v.safeParse(schema, '');
    for (const character of [...IGNORABLE, ...BLANK]) {
      if (wrong.some((each) => each.startsWith(`${path} `))) break;
      const read = v.safeParse(schema, character.repeat(12));
      // Controls and overrides of the direction are refused whatever else the field takes.
      const isSame = empty.success ? !read.success || read.output === empty.output : !read.success;
      if (!isSame) wrong.push(`${path} U+${character.codePointAt(0)?.toString(16)}`);
    }
  }
  expect(wrong).toEqual([]);
});

/** Fields by which somebody or something is known, by the last part of their path. */
const IDENTITY = /(?:name|number|phone|email|emailAddress|address|assessor|agencyId|consultantCode|externalID|owner|court)$/i;
/** Names that are words of a form: they stay as somebody wrote them. */
const WORDS_OF_A_FORM = /procedureName|isks\.name|additionalChoices|translations/;
const SAMPLES = ['Ab Cde', 'Abcdefg', '9990000018', '07700900123', 'ab@cde.org', 'A1234567', 'https://demo.nhs.uk/page'];

test('a name, a number and an address lose every invisible character on the way in', () => {
  const known = words.filter(({ path }) => IDENTITY.test(path) && !WORDS_OF_A_FORM.test(path));
  expect(known.length).toBeGreaterThan(20);
  const wrong: string[] = [];
  for (const { path, schema } of known) {
    const sample = SAMPLES.find((each) => v.is(schema, each));
    if (sample === undefined) {
      wrong.push(`${path}: no sample`);
      continue;
    }
    const output = String(v.parse(schema, sample)).replaceAll(' ', '');
    for (const character of IGNORABLE) {
      const read = v.safeParse(schema, `${sample.slice(0, 4)}${character}${sample.slice(4)}${character}`);
      if (read.success && String(read.output).replaceAll(' ', '') !== output)
        wrong.push(`${path} U+${character.codePointAt(0)?.toString(16)}`);
    }
  }
  expect(wrong.slice(0, 20)).toEqual([]);
});

test('a reason counts the characters that show something', () => {
  const reason = fields.find(({ path }) => /^(?:patientBreakGlass|userUpdate)\.reason$/.test(path));
  expect(reason).toBeDefined();
  if (reason === undefined) return;
  expect(v.safeParse(reason.schema, 'ab\u200b\u200b\u2060').success).toBe(false);
  expect(v.safeParse(reason.schema, 'a b c d e f g h i').success).toBe(false);
  expect(v.safeParse(reason.schema, 'a b c d e f g h i j').success).toBe(true);
});

/** Text that no person wrote as an answer: a header, the length of a search, stretches and words of a stored document. */
const NOT_AN_ANSWER = [
  'domain/templates/html-line.ts',
  'server/work/documents/content/document-template.ts',
  'server/work/fhir/fhir-questionnaire.ts',
  'src/screens/templates/editor/pasted-nodes.ts',
  'store/sync/timing.ts',
];

test('nobody asks by other means whether a text shows something', () => {
  const sources = readSources(['domain', 'contract', 'store', 'src', 'server/routes', 'server/work']);
  const found = Object.entries(sources).flatMap(([file, text]) => (/\.trim\(\) [=!]== ''/.test(text) ? [file] : []));
  expect(found.toSorted()).toEqual(NOT_AN_ANSWER);
});
