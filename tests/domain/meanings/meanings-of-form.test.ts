import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { canonical } from '#domain/base/canonical.ts';
import { CHOICE_WORDS, NOT_ANSWERED } from '#domain/consents/choice-words.ts';
import { IMPLIED_CHOICES, STARTER_CHOICES } from '#domain/consents/consent.ts';
import { contentDigest, type FullShownContent } from '#domain/consents/digest.ts';
import { pinnedMeanings } from '#domain/consents/pinned-meanings.ts';
import { SIGNED_TITLES } from '#domain/consents/signed-titles.ts';
import { FORM_TYPES, type FormType } from '#domain/forms/form-types.ts';
import { isClinician, SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import { countsInEnglish, ONLY_ENGLISH, REST_IN_ENGLISH } from '#domain/meanings/counts-in-english.ts';
import { LATER_STATEMENT } from '#domain/signing/later-signature.ts';
import { witnessStatement } from '#domain/signing/witness-statement.ts';
import { STARTER_RIGHTS } from '#domain/templates/starter-rights.ts';
import { STARTER_TEXTS } from '#domain/templates/starter-texts.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import { PATIENT_LANGUAGES, type PatientLanguage } from '#domain/values/patient-languages.ts';
import { documentSource, type FormParts } from '#tests/support/forms/document-form.ts';
import { aChild, anotherParent, aParent } from '#tests/support/forms/form-2.ts';
import { capacityWithAttorney, capacityWithSecondOpinion } from '#tests/support/forms/form-4.ts';
import { FORM_TEXT, realTranslation, TONSILS } from '#tests/support/forms/real-translations.ts';

const INTERPRETER = {
  name: 'Iga Demo-Interpreter',
  language: 'Polish',
  emailAddress: null,
  phone: null,
  agencyId: null,
  mode: 'PHONE',
  statement: '',
  relation: null,
  relationReason: '',
  signsHere: true,
} as const;

const line = (text: string): TemplateNode => ({ type: 'paragraph', children: [{ text }] });
/** Every text that templates begin with, and the places to sign. */
const STARTER: TemplateNode[] = [
  { type: 'heading-two', children: [{ text: STARTER_RIGHTS.title }] },
  {
    type: 'bulleted-list',
    children: STARTER_RIGHTS.lines.map((text) => ({ type: 'list-item' as const, children: [{ text }] })),
  },
  ...Object.values(STARTER_TEXTS).map(line),
  ...FORM_TEXT.slice(-3),
];

const FORMS: Readonly<Record<FormType, readonly FormParts[]>> = {
  FORM_1: [{ age: 76 }],
  FORM_2: [
    { age: 11, family: { basis: 'PARENT', parents: [aParent(), anotherParent()], child: aChild() } },
    { age: 15, family: { basis: 'CHILD', parents: [aParent()], child: aChild() } },
  ],
  FORM_3: [{ age: 40 }],
  FORM_4: [
    { age: 90, capacity: capacityWithSecondOpinion() },
    { age: 90, capacity: capacityWithAttorney() },
  ],
};

const choices = [...STARTER_CHOICES, { id: 'pork', title: 'Pork products?', answer: null }];
const wordless = (language: PatientLanguage) => ({ language, reviewed: false, texts: [], template: null });

const formOf = (formType: FormType, language: PatientLanguage, parts: FormParts) =>
  documentSource({
    formType,
    nodes: STARTER,
    answers: { mattersToMe: '', additionalChoices: choices, refusals: [] },
    interpreting: { interpreter: INTERPRETER, interpreterNeeded: true },
    translation: wordless(language),
    hasMeanings: true,
    ...parts,
  }).pinned as FullShownContent;

const TABLE = PATIENT_LANGUAGES.flatMap((language) =>
  FORM_TYPES.flatMap((formType) => FORMS[formType].map((parts, at) => [language, formType, at, parts] as const)),
);

test.each(TABLE)('in %s, %s %i: every text that somebody signs under has its meaning', (language, formType, _, parts) => {
  const form = formOf(formType, language, parts);
  expect(form.shownVersion).toBe(4);
  const of = pinnedMeanings(form, language)!;
  const signed = form.statements.filter(({ role }) => !isClinician(role));
  expect(signed.length).toBeGreaterThan(0);
  const witnessed = form.recipients
    .filter(({ role }) => !isClinician(role))
    .flatMap(({ name }) => (['MARK_WITNESSED', 'VERBAL_WITNESSED'] as const).map((method) => witnessStatement(name, method)));
  const questions = form.answers.additionalChoices.filter(({ id }) => id !== 'pork').map(({ title }) => title);
  const texts = [
    ...signed.map(({ text }) => text),
    ...witnessed,
    ...questions,
    ...(form.answers.additionalChoices.length === 0 ? [] : [...Object.values(CHOICE_WORDS), NOT_ANSWERED, LATER_STATEMENT]),
    ...Object.values(SIGNED_TITLES),
    STARTER_RIGHTS.title,
    ...STARTER_RIGHTS.lines,
    ...Object.values(STARTER_TEXTS),
    ONLY_ENGLISH,
    countsInEnglish(language),
  ];
  expect(texts.filter((each) => (of(each) ?? '') === '' || of(each) === each)).toEqual([]);
  // Nothing else is said to be translated: neither a hospital's own question nor a sentence of staff.
  expect(form.meanings!.map(({ english }) => english).toSorted()).toEqual([...new Set(texts)].toSorted());
  expect(new Set(form.meanings!.map(({ text }) => text)).size).toBe(form.meanings!.length);
});

test('the table has each role that signs on the signer’s pages', () => {
  const roles = new Set(
    TABLE.flatMap(([language, type, , parts]) => formOf(type, language, parts).recipients.map(({ role }) => role)),
  );
  expect(SIGNER_ROLES.filter((role) => !roles.has(role))).toEqual(['CONFIRMER', 'WITNESS']);
});

test('choices with the words of builds before have their meanings as well', () => {
  const answers = { mattersToMe: '', additionalChoices: [...IMPLIED_CHOICES], refusals: [] };
  const of = pinnedMeanings(formOf('FORM_1', 'cy', { age: 40, answers }), 'cy')!;
  expect(IMPLIED_CHOICES.filter(({ title }) => of(title) === undefined)).toEqual([]);
});

test('a form’s own text is said to be in English where a hospital has written a part of it; one with a translation has that alone', () => {
  const own = pinnedMeanings(formOf('FORM_1', 'ar', { age: 40, nodes: [line('Our own words'), ...STARTER] }), 'ar')!;
  expect([own('Our own words'), own(REST_IN_ENGLISH)]).toEqual([undefined, expect.stringMatching(/\p{Script=Arabic}/u)]);
  expect(own(STARTER_RIGHTS.lines[0])).toBeDefined();
  const translated = formOf('FORM_1', 'ar', {
    age: 40,
    nodes: FORM_TEXT,
    translation: realTranslation('ar'),
    procedures: [TONSILS],
  });
  expect(pinnedMeanings(translated, 'ar')!(STARTER_RIGHTS.title)).toBeUndefined();
  expect(pinnedMeanings(translated, 'ar')!(REST_IN_ENGLISH)).toBeUndefined();
});

test('a form in English alone, and one of a build before, has no meanings, and the record of before', () => {
  const english = formOf('FORM_1', 'cy', { age: 40, translation: null });
  expect(english).not.toHaveProperty('meanings');
  const before = formOf('FORM_1', 'cy', { age: 40, translation: realTranslation('cy'), hasMeanings: false });
  expect([before.shownVersion, 'meanings' in before]).toEqual([3, false]);
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The digests of all meanings that forms of build 6 have pinned. Other words need the next build, and these stay for its tablets' calls. */
const PINNED: Readonly<Record<PatientLanguage, string>> = {
  cy: 'ebccd5bffcb7cbaea848b2953161e6d05785cc9167afb2fa0f61a68c685fddda',
  ar: 'b14778362682a9d223eb830e13d5ec5c4b00da2adf8297e770f7688c80fe94c5',
};

test.each(PATIENT_LANGUAGES)('the meanings in %s are those that forms have been pinned with', async (language) => {
  const forms = TABLE.filter(([each]) => each === language).map(([, formType, , parts]) => formOf(formType, language, parts));
  forms.push(formOf('FORM_1', language, { age: 40, nodes: [line('Our own words')] }));
  expect(sha256(canonical(forms.map(({ meanings }) => meanings)))).toBe(PINNED[language]);
});

test('one letter of a meaning is a part of the digest', async () => {
  const form = formOf('FORM_1', 'cy', { age: 40 });
  const [first, ...others] = form.meanings!;
  const other = { ...form, meanings: [{ ...first!, text: `${first!.text}.` }, ...others] };
  expect(await contentDigest(other, sha256)).not.toBe(await contentDigest(form, sha256));
});
