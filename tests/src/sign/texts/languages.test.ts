import { expect, test } from 'vitest';
import { AUTHORITIES, interpretedWords } from '#domain/consents/form-statements.ts';
import { IMPLIED_CHOICES, INTERPRETER_MODES, STARTER_CHOICES } from '#domain/consents/consent.ts';
import { formatFrequency, frequencyWord } from '#domain/library/frequency.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import { SIDES } from '#domain/base/states.ts';
import type { Dictionary } from '#src/sign/texts/reading-language.ts';
import { arabic } from '#src/sign/texts/ar/dictionary.ts';
import { welsh } from '#src/sign/texts/cy/dictionary.ts';
import { formTextsFor } from '#src/sign/texts/form-texts-by-role.ts';
import { footTexts } from '#src/sign/texts/foot-texts.ts';
import { haltTexts } from '#src/sign/texts/halt-texts.ts';
import { heardTexts } from '#src/sign/texts/heard-texts.ts';
import { englishHome } from '#src/sign/texts/home-texts.ts';
import { linkTexts } from '#src/sign/texts/link-texts.ts';
import { readAloudTexts } from '#src/sign/texts/read-aloud-texts.ts';
import { resourceTexts } from '#src/sign/texts/resource-texts.ts';
import { laterTexts } from '#src/sign/texts/later-texts.ts';
import { understandingTexts } from '#src/sign/texts/understanding-texts.ts';
import { roleTexts } from '#src/sign/texts/role-texts.ts';
import { textsFor } from '#src/sign/texts/texts.ts';
import { demoProcedure } from '#tests/store/demo-entities.ts';

const CONTACTS = { organisation: 'Demo Hospital', support: 'help@example.org' };
const FIGURE = formatFrequency({ num: 195, den: 10_000 }, 1000);

/** Arguments of the texts that are functions, by their keys; any other has a name or a number. */
const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  date: ['1950-03-14'],
  born: ['14 3 1950'],
  side: ['RIGHT'],
  figure: [FIGURE, 1000],
  figureWord: [FIGURE.word],
  exact: [FIGURE.exact],
  bound: [{ people: 8, over: 1000 }],
  step: [4, 11],
  versionOf: [7],
  progress: [2, 3],
  notRead: ['pl'],
  wrong: [3],
  missing: [2],
  lapsed: [182],
  grown: ['O', 16, 'Ottoline'],
};
/** Numbers that a text repeats of an argument that is no number. */
const REPEATS: Readonly<Record<string, readonly string[]>> = { figure: ['20', '1,000'], bound: ['8', '1,000'] };
const NAMES = ['Ottoline', 'Polish'];

/** Every text by its path; functions are called, and what they must repeat stands beside. */
function leavesOf(texts: unknown, path = ''): [path: string, text: string, repeats: readonly string[]][] {
  if (typeof texts === 'string') return [[path, texts, []]];
  if (typeof texts === 'function') {
    const own = ARGUMENTS[path.split('.').at(-1) ?? ''];
    const given = own ?? NAMES.slice(0, texts.length);
    const repeats = own === undefined ? (given as string[]) : given.filter((each) => typeof each === 'number').map(String);
    return [[path, texts(...given) as string, REPEATS[path.split('.').at(-1) ?? ''] ?? repeats]];
  }
  if (typeof texts !== 'object' || texts === null) return [];
  return Object.entries(texts).flatMap(([key, own]) => leavesOf(own, path === '' ? key : `${path}.${key}`));
}

const ROLES = [null, ...SIGNER_ROLES];
const partsOf = ({
  textsFor: around,
  formTextsFor: form,
  home,
  role,
  link,
  foot,
  understanding,
  heard,
  later,
  resources,
  readAloud,
  haltOf,
}: Omit<Dictionary, 'language' | 'sentences' | 'statements' | 'about'>) => ({
  around: ROLES.map(around),
  form: ROLES.map(form),
  home: home(CONTACTS),
  role,
  link,
  foot,
  understanding,
  heard,
  later,
  resources,
  readAloud,
  halt: Object.values(haltTexts).map(haltOf),
});
const english = leavesOf(
  partsOf({
    textsFor,
    formTextsFor,
    home: englishHome,
    role: roleTexts,
    link: linkTexts,
    foot: footTexts,
    later: laterTexts,
    understanding: understandingTexts,
    heard: heardTexts,
    resources: resourceTexts,
    readAloud: readAloudTexts,
    haltOf: (page) => page,
  }),
);

/** Texts that are the same in English: those that staff read, and a name with a language. */
const SAME = /takeBack$|plan\.interprets$/;

for (const dictionary of [welsh, arabic])
  test(`${dictionary.language}: every text has its own words, and names what the English one names`, () => {
    const own = leavesOf(partsOf(dictionary));
    expect(own.map(([path]) => path)).toEqual(english.map(([path]) => path));
    expect(own.length).toBeGreaterThan(1500);
    const same = own.filter(([path, words], at) => !SAME.test(path) && words === english[at]?.[1]).map(([path]) => path);
    expect(same).toEqual([]);
    expect(own.filter(([, words, repeats]) => !repeats.every((each) => words.includes(each))).map(([path]) => path)).toEqual([]);
    expect(own.filter(([, words]) => words.trim() !== words.trimEnd() || /undefined|NaN| {2}|\[object/.test(words))).toEqual([]);
    // A sentence ends where the English one does.
    const isSentence = (words: string | undefined) => /[.?!؟]$/.test(words ?? '');
    expect(own.filter(([, words], at) => isSentence(words) !== isSentence(english[at]?.[1])).map(([path]) => path)).toEqual([]);
  });

test('Arabic has no Latin letters but those of names, which change no order of words', () => {
  const isolated = (words: string) => words.replaceAll(/\u2068[^\u2069]*\u2069/g, '').replaceAll('NHS', '');
  const latin = leavesOf(partsOf(arabic)).filter(
    ([path, words]) => !path.endsWith('takeBack') && /[A-Za-z]/.test(isolated(words)),
  );
  expect(latin).toEqual([]);
  expect(Object.values(arabic.sentences).filter((words) => /[A-Za-z]/.test(words))).toEqual([]);
});

test('equal arguments have equal texts: pages tell by them whether their words have changed', () => {
  for (const { textsFor: around, formTextsFor: form } of [welsh, arabic])
    for (const role of ROLES) {
      expect(around(role)).toBe(around(role));
      expect(form(role)).toBe(form(role));
    }
});

test('sides, dates and how often something happens are told in each language', () => {
  for (const { textsFor: around, formTextsFor: form } of [welsh, arabic]) {
    const { side, date } = around('PATIENT');
    const sides = SIDES.map(side);
    expect(new Set(sides).size).toBe(SIDES.length);
    expect(side('NOT_APPLICABLE')).toBe('');
    expect(side(null)).toBe('');
    const dates = Array.from({ length: 12 }, (_, month) => `1950-${String(month + 1).padStart(2, '0')}-05`);
    expect(new Set(dates.map(date)).size).toBe(12);
    for (const each of dates) expect(date(each)).toMatch(/^5 \S+ 1950$/u);
    // In Welsh April is named after another word than in English.
    expect(dates.map(date).filter((each, at) => each === longDate(dates[at] ?? ''))).toEqual([]);
    const words = [1 / 2, 1 / 50, 1 / 500, 1 / 5000, 1 / 50_000].map((num) =>
      form('PATIENT').risks.figureWord(frequencyWord({ num, den: 1 })),
    );
    expect(new Set(words).size).toBe(5);
    const { figure } = form('PATIENT').risks;
    const rough = { ...FIGURE, isBetween: true };
    expect(figure({ ...rough, filled: 1 }, 1000)).toMatch(/1\D+2/);
    expect(figure({ ...rough, filled: 0 }, 1000)).not.toBe(figure({ ...FIGURE, filled: 0 }, 1000));
    const counted = figure(formatFrequency({ num: 3, den: 37, basis: 'COUNT' }, 100), 100);
    expect(counted).toMatch(/3\D+37/u);
    expect(counted).not.toMatch(/100/u);
    const [none = '', tooFew = ''] = [150, 20].map((den) => figure(formatFrequency({ num: 0, den }, 100), 100));
    expect(none).toContain('150');
    expect(tooFew).toContain('20');
    expect(tooFew.length).toBeGreaterThan(none.length + 10);
  }
  expect(welsh.textsFor('PATIENT').side('LEFT')).toContain('CHWITH');
  expect(welsh.textsFor('PATIENT').side('RIGHT')).toContain('DDE');
  expect(arabic.textsFor('PATIENT').side('LEFT')).toContain('اليسرى');
  expect(arabic.textsFor('PATIENT').side('RIGHT')).toContain('اليمنى');
});

test('refusals that a signer meets, and the choices of a new consent, are told in each language', () => {
  const known = ['MOVE_REFUSED', 'OPEN_QUESTION', 'ANSWERS_FULL', 'SLOW_DOWN', 'BUSY', 'FAILED', 'TICKET_ENDED'] as const;
  for (const { sentences, textsFor: around } of [welsh, arabic]) {
    for (const key of known) expect(sentences[FAILURES[key].message]).toBeTruthy();
    for (const { title } of [...STARTER_CHOICES, ...IMPLIED_CHOICES]) expect(sentences[title]).toBeTruthy();
    expect(sentences[textsFor(null).cleared]).toBe(around(null).cleared);
    expect(Object.entries(sentences).filter(([english, own]) => english === own)).toEqual([]);
  }
});

test('how an interpreter works, and what lets somebody decide, have words in each language', () => {
  const interpreter = { name: 'Ines', language: 'Polish', emailAddress: null, phone: null, agencyId: null, statement: '' };
  const more = { relation: null, relationReason: '', signsHere: true };
  const procedures = [demoProcedure({ procedureID: crypto.randomUUID() })];
  const named = { formType: 'FORM_4', procedures, patientName: 'Amber Demo', isChildsChoice: false } as const;
  for (const { statements } of [welsh, arabic]) {
    for (const mode of INTERPRETER_MODES) {
      const interpreted = interpretedWords({ ...interpreter, ...more, mode });
      expect(statements.ofSecondShape('INTERPRETER', { ...named, interpreted, power: null })).not.toContain(interpreted.how);
    }
    for (const { power } of Object.values(AUTHORITIES))
      expect(statements.ofSecondShape('CONSULTEE', { ...named, interpreted: null, power })).not.toContain(power);
  }
});
