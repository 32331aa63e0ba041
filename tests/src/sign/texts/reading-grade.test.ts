import fs from 'node:fs';
import { expect, test } from 'vitest';
import { STARTER_CHOICES } from '#domain/consents/consent.ts';
import { formTextsFor } from '#src/sign/texts/form-texts-by-role.ts';
import { englishForm } from '#src/sign/texts/form-texts.ts';
import { homeHalt, homeWords } from '#src/sign/texts/home-texts.ts';
import { haltTexts } from '#src/sign/texts/halt-texts.ts';
import { english, textsFor } from '#src/sign/texts/texts.ts';
import { linkTexts } from '#src/sign/texts/link-texts.ts';
import { readAloudTexts } from '#src/sign/texts/read-aloud-texts.ts';
import { resourceTexts } from '#src/sign/texts/resource-texts.ts';
import { laterTexts } from '#src/sign/texts/later-texts.ts';
import { heardTexts } from '#src/sign/texts/heard-texts.ts';
import { understandingTexts } from '#src/sign/texts/understanding-texts.ts';
import { roleTexts } from '#src/sign/texts/role-texts.ts';
import library from '#server/work/organisation/procedures.json' with { type: 'json' };
import { readingGrade, sentencesIn, syllablesIn } from './reading-grade.ts';

/** All texts below a value; functions are called with short arguments. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') return [String(value('10', 'Ann'))];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const CONTACTS = { organisation: 'the hospital', support: 'the ward' };
const home = homeWords(CONTACTS);
const ROLES = ['PATIENT', 'PARENT', 'CHILD', 'INTERPRETER', 'CONSULTEE'] as const;
const pages = new Map<string, Set<string>>();
for (const texts of [
  english,
  englishForm,
  roleTexts,
  linkTexts,
  { understanding: understandingTexts, heard: heardTexts, later: laterTexts, resources: resourceTexts, aloud: readAloudTexts },
  { halts: haltTexts },
  { halts: Object.values(haltTexts).map((page) => homeHalt(page, CONTACTS)) },
  ...ROLES.flatMap((role) => [textsFor(role), formTextsFor(role), home.around(textsFor(role)), home.form(formTextsFor(role))]),
])
  for (const [name, value] of Object.entries(texts)) {
    const isPage = typeof value === 'object';
    const page = pages.get(isPage ? name : 'every page') ?? new Set();
    for (const sentence of textsIn(value).flatMap(sentencesIn)) page.add(sentence);
    pages.set(isPage ? name : 'every page', page);
  }
pages.set('starter choices', new Set(STARTER_CHOICES.flatMap(({ title }) => sentencesIn(title))));
const graded = [...pages]
  .map(([name, sentences]) => [name, [...sentences]] as const)
  .filter(([, sentences]) => sentences.length > 0);

test('syllables are counted as they are spoken', () => {
  const counted = {
    nurse: 1,
    agree: 2,
    signed: 1,
    wanted: 2,
    little: 2,
    people: 2,
    tablet: 2,
    question: 2,
    sources: 2,
    anaesthetic: 1,
  };
  for (const [word, count] of Object.entries(counted)) expect([word, syllablesIn(word)]).toEqual([word, count]);
});

test('the grade tells plain words from heavy ones', () => {
  expect(readingGrade(['The lens of the eye is clear.'])).toBeLessThan(3);
  expect(readingGrade(['Administration of prophylactic medication necessitates considerable deliberation.'])).toBeGreaterThan(12);
});

test.each(graded)('the page “%s” reads at grade 6 or below, and each sentence at 8 or below', (name, sentences) => {
  if (process.env['GRADES'] !== undefined) process.stdout.write(`${readingGrade(sentences).toFixed(1)} ${name}\n`);
  expect([name, readingGrade(sentences)]).toEqual([name, expect.toSatisfy((grade: number) => grade <= 6)]);
  expect(
    sentences.filter((sentence) => readingGrade([sentence]) > 8).map((each) => `${readingGrade([each]).toFixed(1)} ${each}`),
  ).toEqual([]);
});

test.each(library.procedures)('what patients read of “$procedureName” reads at grade 6 or below on average', (procedure) => {
  const { procedureDescription, benefits, risks, alternatives } = procedure;
  const texts = [procedureDescription, ...alternatives, ...[...benefits, ...risks].map(({ text }) => text)];
  const sentences = texts.flatMap(sentencesIn);
  expect(sentences.length).toBeGreaterThan(0);
  expect(
    sentences.filter((sentence) => readingGrade([sentence]) > 8).map((each) => `${readingGrade([each]).toFixed(1)} ${each}`),
  ).toEqual([]);
  expect(readingGrade(sentences)).toBeLessThanOrEqual(6);
});

test('no page holds a sentence outside the dictionaries, where its grade is not read', () => {
  for (const folder of ['pages', 'pieces', 'link'])
    for (const file of fs.readdirSync(`src/sign/${folder}`)) {
      const code = fs.readFileSync(`src/sign/${folder}/${file}`, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
      expect([file, ...code.matchAll(/>\s*[A-Z][a-z]+ [a-z]+[^<>{}=;]*</g)].map(String)).toEqual([file]);
    }
});
