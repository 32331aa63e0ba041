import fs from 'node:fs';
import { expect, test } from 'vitest';
import { dotsOf, ringOf } from '#src/sign/dots.ts';
import { formTextsFor } from '#src/sign/texts/form-texts-by-role.ts';
import { englishForm } from '#src/sign/texts/form-texts.ts';
import { haltTexts } from '#src/sign/texts/halt-texts.ts';
import { homeHalt, homeWords } from '#src/sign/texts/home-texts.ts';
import { linkTexts } from '#src/sign/texts/link-texts.ts';
import { readAloudTexts } from '#src/sign/texts/read-aloud-texts.ts';
import { resourceTexts } from '#src/sign/texts/resource-texts.ts';
import { laterTexts } from '#src/sign/texts/later-texts.ts';
import { heardTexts } from '#src/sign/texts/heard-texts.ts';
import { understandingTexts } from '#src/sign/texts/understanding-texts.ts';
import { roleTexts } from '#src/sign/texts/role-texts.ts';
import { localVoice } from '#src/sign/read-aloud/voices.ts';
import { signerSourceLine, sourceLine } from '#domain/values/source-line.ts';
import { english, textsFor } from '#src/sign/texts/texts.ts';

/** Every sentence of a dictionary; functions are called with short arguments. */
function sentencesOf(texts: unknown): string[] {
  if (typeof texts === 'string') return texts.split(/(?<=[.!?])\s+/);
  if (typeof texts === 'function') return sentencesOf(String(texts('X', 'Y')));
  return typeof texts === 'object' && texts !== null ? Object.values(texts).flatMap(sentencesOf) : [];
}

const ROLES = ['PARENT', 'CHILD', 'INTERPRETER', 'CONSULTEE'] as const;
const CONTACTS = { organisation: 'Demo Hospital', support: 'the ward' };
const home = homeWords(CONTACTS);
const { scan: _scan, ...resources } = resourceTexts;
const { noVoiceOnTablet: _noVoice, ...aloud } = readAloudTexts;
const atHome = sentencesOf([
  [linkTexts, roleTexts, understandingTexts, heardTexts, resources, aloud],
  Object.values(haltTexts).map((page) => homeHalt(page, CONTACTS)),
  (['PATIENT', ...ROLES] as const).map((role) => {
    // No page of a link has a way back for staff, a stored queue, a witness, or the end of a visit on a tablet.
    const { takeBack: _b, cleared: _c, full: _u, ...around } = home.around(textsFor(role));
    const {
      over: _o,
      sign: { markHint: _m, sayHint: _s, ...sign },
      ...form
    } = home.form(formTextsFor(role));
    return [around, form, sign];
  }),
]);
const all = sentencesOf([
  [english, englishForm, roleTexts, linkTexts, understandingTexts, heardTexts, laterTexts, resourceTexts, readAloudTexts],
  ROLES.map((role) => [textsFor(role), formTextsFor(role)]),
  atHome,
]);

test('no sentence for patients is longer than twenty words', () => {
  expect(all.length).toBeGreaterThan(150);
  expect(all.filter((sentence) => sentence.split(/\s+/).length > 20)).toEqual([]);
});

test('no text for patients holds a percentage, and none is empty', () => {
  expect(all.filter((sentence) => sentence.includes('%') || sentence.trim() === '')).toEqual([]);
});

test('at home nobody is told of a tablet, or of a clinician who is there', () => {
  expect(atHome.length).toBeGreaterThan(150);
  expect(atHome.filter((sentence) => /tablet|give it back|ask the clinician|talk with the clinician/i.test(sentence))).toEqual(
    [],
  );
});

test('equal texts have equal words at home: a page tells by them whether they have changed', () => {
  expect(home.around(english)).toBe(home.around(english));
  expect(home.form(englishForm)).toBe(home.form(englishForm));
});

test('who signs for another reads of the patient', () => {
  expect(textsFor('PATIENT').identity.h1).toBe('Is this you?');
  expect(textsFor('INTERPRETER').identity.h1).toBe('Is this the patient?');
  expect(formTextsFor('PARENT').matters.h1).toBe('What matters to the patient?');
});

test('nobody but the device itself reads aloud', () => {
  const remote = { localService: false, lang: 'en-GB' };
  const own = { localService: true, lang: 'en-GB' };
  expect(localVoice([remote], 'en')).toBeNull();
  expect(localVoice([remote, { localService: true, lang: 'pl-PL' }, own], 'en')).toBe(own);
});

test('a source is told with its year and people, and an unknown one not at all', () => {
  expect(sourceLine({ source: 'A register', year: 2015, population: '180,114 eyes' })).toBe('A register, 2015, 180,114 eyes');
  expect(sourceLine({ source: null, year: null })).toBe('');
});

test.each([
  [{ source: 'A register', year: 2015, population: '180,114 eyes; 6 in 1,000 after dissection' }, 'A register, 2015'],
  [{ source: 'A register', year: null, population: '180,114 eyes' }, 'A register'],
  [{ source: null, year: 2015, population: '180,114 eyes' }, '2015'],
  [{ source: null, year: null, population: '180,114 eyes' }, ''],
])('a signer reads who counted, and when, and no professional’s note: %j', (sourced, line) => {
  expect(signerSourceLine(sourced)).toBe(line);
});

const dotsIn = (rows: string, pitch: number) =>
  [...rows.matchAll(/h([\d.]+)/g)].reduce((sum, [, length]) => sum + Math.floor(Number(length) / pitch) + 1, 0);

test.each([
  [0, 100],
  [1, 100],
  [20, 100],
  [21, 100],
  [100, 100],
  [20, 1000],
  [999, 1000],
] as const)('a picture of %i in %i fills as many dots', (count, total) => {
  const { all: everybody, filled, pitch } = dotsOf(count, total);
  expect(dotsIn(everybody, pitch)).toBe(total);
  expect(dotsIn(filled, pitch)).toBe(count);
});

test('one to three people are ringed, and more are not', () => {
  expect([0, 1, 2, 3, 4].map((count) => ringOf(count, 1000) !== null)).toEqual([false, true, true, true, false]);
  expect(ringOf(3, 1000)?.width).toBeGreaterThan(3 * dotsOf(3, 1000).pitch);
});

test('pictures of 100 and of 1,000 have one size, so that a page can be compared', () => {
  expect(dotsOf(1, 100).viewBox.split(' ')[2]).toBe(dotsOf(1, 1000).viewBox.split(' ')[2]);
});

test('the night colours of the patient’s pages are those of the staff screens', () => {
  const colours = (file: string) =>
    new Map([...fs.readFileSync(file, 'utf8').matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]));
  const staff = colours('src/styles/tokens-dark.css');
  const patient = colours('src/sign/style/night.css');
  expect(patient.size).toBeGreaterThan(15);
  for (const [name, value] of patient) expect([name, staff.get(name)]).toEqual([name, value]);
});
