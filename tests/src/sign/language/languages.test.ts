import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formStatements } from '#domain/consents/form-statements.ts';
import { EMPTY_FAMILY } from '#domain/family/family.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { statementFor } from '#domain/consents/statements.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import { witnessStatement } from '#domain/signing/witness-statement.ts';
import { firstLanguage } from '#src/sign/language/first-language.ts';
import { StatementMeaning } from '#src/sign/pieces/StatementMeaning.tsx';
import { meaningOf } from '#src/sign/pieces/meaning-of.ts';
import type { LanguagePickerProps } from '#src/sign/language/LanguagePicker.tsx';
import { isInEnglish } from '#src/sign/language/in-english.ts';
import { offerLanguages } from '#src/sign/language/offer-languages.tsx';
import type { Reading } from '#src/sign/texts/reading-language.ts';
import { LANGUAGE_KEY, storedLanguage, storeLanguage } from '#src/sign/language/stored-language.ts';
import { arabic } from '#src/sign/texts/ar/dictionary.ts';
import { welsh } from '#src/sign/texts/cy/dictionary.ts';
import type { FullShownContent } from '#domain/consents/digest.ts';
import { documentSource } from '#tests/support/forms/document-form.ts';
import { FORM_TEXT, realTranslation, TONSILS } from '#tests/support/forms/real-translations.ts';
import { aForm } from '../form.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => {
  stored.clear();
  vi.unstubAllGlobals();
});

test('the patient, a child and a parent begin in the language of the record where it is offered; anybody else in English', () => {
  expect(firstLanguage(['cy', 'ar'], 'ar-SY', 'PATIENT')).toBe('ar');
  expect(firstLanguage(['cy', 'ar'], 'CY', 'PARENT')).toBe('cy');
  expect(firstLanguage(['cy', 'ar'], 'cy', 'CHILD')).toBe('cy');
  expect(firstLanguage(['cy'], 'ar', 'PATIENT')).toBe('en');
  expect(firstLanguage(['cy', 'ar'], 'cyx', 'PATIENT')).toBe('en');
  for (const role of ['INTERPRETER', 'WITNESS', 'CONSULTEE', 'SECOND_OPINION', null] as const)
    expect(firstLanguage(['cy', 'ar'], 'ar', role)).toBe('en');
  expect(firstLanguage(['cy', 'ar'], null, 'PATIENT')).toBe('en');
});

test('a choice is that of its visit alone', () => {
  expect(storedLanguage('first')).toBeNull();
  storeLanguage('first', 'ar');
  expect(storedLanguage('first')).toBe('ar');
  expect(storedLanguage('second')).toBeNull();
  expect(storedLanguage('')).toBeNull();
  storeLanguage('first', 'en');
  expect(storedLanguage('first')).toBe('en');
  stored.set(LANGUAGE_KEY, 'xx first');
  expect(storedLanguage('first')).toBeNull();
});

test('a chosen language is marked and announced at once, while its texts are on their way', async () => {
  const shows: Reading[] = [];
  offerLanguages(JSON.stringify(['visit', ['ar'], null, 'PATIENT']), (reading) => shows.push(reading));
  await vi.waitFor(() => expect(shows).toHaveLength(1));
  const picker = shows[0]!.picker as ReactElement<LanguagePickerProps>;
  expect(renderToStaticMarkup(picker)).toContain('<span role="status"></span>');
  picker.props.onChoose('ar');
  expect(shows).toHaveLength(2);
  expect(shows[1]).toMatchObject({ language: 'en', translation: null });
  const marked = renderToStaticMarkup(shows[1]!.picker);
  expect(marked).toMatch(/lang="ar" dir="rtl" aria-pressed="true" aria-busy="true"/);
  expect(marked).toContain('<span role="status">One moment…</span>');
  await vi.waitFor(() => expect(shows.at(-1)?.language).toBe('ar'));
  expect(renderToStaticMarkup(shows.at(-1)!.picker)).not.toContain('aria-busy="true"');
});

test('clinical pages without a translation into the language that is read are in English, and so are sections', () => {
  const form = aForm({}, { shown: null });
  for (const at of ['plan', 'benefits', 'risks-0', 'other', 'form', 'more'] as const)
    expect(isInEnglish(form, at, 'ar'), at).toBe(true);
  for (const at of ['identity', 'matters', 'choices', 'question', 'check', 'sign'] as const)
    expect(isInEnglish(form, at, 'ar'), at).toBe(false);
  const { pinned } = documentSource({
    formType: 'FORM_1',
    age: 40,
    nodes: FORM_TEXT,
    procedures: [TONSILS],
    translation: realTranslation('ar'),
  });
  const translated = aForm({}, { shown: { ...(pinned as FullShownContent) } });
  expect(isInEnglish(translated, 'plan', 'ar')).toBe(false);
  expect(isInEnglish(translated, 'plan', 'cy')).toBe(true);
  expect(isInEnglish(translated, 'more', 'ar')).toBe(true);
});

const SIGNING = ['PATIENT', 'PARENT', 'CHILD', 'INTERPRETER', 'SECOND_OPINION', 'CONSULTEE'] as const;
const named = 'Cataract surgery with lens implant, RIGHT eye';

test('a sentence of the first shape has a meaning for every role that signs on these pages', () => {
  for (const role of SIGNING) {
    const form = aForm({}, { role });
    const { consent, patient } = form;
    const statement = statementFor(role, {
      formType: consent.formType,
      procedures: consent.procedures,
      patientName: spokenName(patient),
      interpreting: consent,
    });
    for (const { statements } of [welsh, arabic]) {
      const meaning = meaningOf({ ...form, statement }, statements);
      expect(meaning, role).toContain(named);
      expect(meaning).not.toBe(statement);
      if (role !== 'PATIENT' && role !== 'CHILD') expect(meaning, role).toContain(spokenName(patient));
      // One letter more, and nobody knows what it means.
      expect(meaningOf({ ...form, statement: `${statement} ` }, statements)).toBeNull();
    }
  }
});

test('a sentence of a family’s form has a meaning, also where the child decides', () => {
  const { consent, patient } = aForm();
  const interpreter = {
    name: 'Ines',
    language: 'Polish',
    emailAddress: null,
    phone: null,
    agencyId: null,
    mode: 'PHONE',
  } as const;
  const interpreting = {
    interpreter: { ...interpreter, statement: '', relation: null, relationReason: '', signsHere: true },
    interpreterNeeded: true,
    interpreterNoneReason: '',
  };
  for (const basis of ['CHILD', 'PARENT'] as const) {
    const family = { ...EMPTY_FAMILY, basis };
    const recipients = SIGNING.map((role, at) => ({ role, name: `Signer ${at}`, email: null, order: at + 1, required: true }));
    const input = { formType: 'FORM_2', procedures: consent.procedures, patient, interpreting, family, capacity: null } as const;
    const shown = { shownVersion: 2, ...input, recipients, statements: [] } as unknown as NonNullable<
      ReturnType<typeof aForm>['shown']
    >;
    for (const { role, text } of formStatements({ ...input, recipients }))
      for (const { statements } of [welsh, arabic])
        expect(meaningOf(aForm({}, { role, shown, statement: text }), statements), role).toContain(named);
  }
});

test('a witness reads what they saw or heard; who does not sign here has no meaning', () => {
  for (const { statements } of [welsh, arabic]) {
    const form = aForm({}, { role: 'WITNESS' });
    const meanings = (['MARK_WITNESSED', 'VERBAL_WITNESSED'] as const).map((method) =>
      meaningOf({ ...form, statement: witnessStatement('Amber Demo-Rowan', method) }, statements),
    );
    expect(new Set(meanings).size).toBe(2);
    for (const meaning of meanings) expect(meaning).toContain('Amber Demo-Rowan');
    expect(meaningOf({ ...form, statement: witnessStatement('Somebody Else', 'MARK_WITNESSED') }, statements)).toBeNull();
    for (const role of SIGNER_ROLES.filter((each) => each === 'CLINICIAN' || each === 'CONFIRMER')) {
      const { consent, patient } = form;
      const signed = {
        formType: consent.formType,
        procedures: consent.procedures,
        patientName: spokenName(patient),
        interpreting: consent,
      };
      expect(meaningOf({ ...form, role, statement: statementFor(role, signed) }, statements)).toBeNull();
    }
  }
});

test('the page of the signature shows the meaning that the form was sent with, and in both languages which words count', () => {
  const source = documentSource({
    formType: 'FORM_1',
    age: 40,
    translation: { language: 'cy', reviewed: false, texts: [], template: null },
    hasMeanings: true,
  });
  const { meanings, statements, ...pinned } = source.pinned as FullShownContent;
  const statement = statements[0]!.text;
  // Other words than those of this build: a form of another build has them.
  const other = meanings!.map((each) => (each.english === statement ? { ...each, text: 'Geiriau eraill' } : each));
  const pageOf = (of: typeof meanings, dictionary = welsh) =>
    renderToStaticMarkup(
      createElement(StatementMeaning, {
        details: aForm({}, { statement, shown: { ...pinned, statements, meanings: of } }),
        dictionary,
      }),
    );
  expect(pageOf(other)).toContain('Geiriau eraill');
  expect(pageOf(other)).toContain('heb ei hadolygu. <bdi lang="en-GB" dir="ltr">What is signed is the English.');
  // One that is lacking is not made up from the words of this build, which the document does not have.
  expect(pageOf(meanings!.filter(({ english }) => english !== statement))).toContain(welsh.about.noMeaning);
  // A reader of another language than the form was sent with, and a form of a build before, has the words of the build.
  expect(pageOf(meanings, arabic)).toContain('أوافق على أن يُجرى لي');
  expect(pageOf(null)).toContain('Rwy’n cytuno i gael');
  expect(pageOf(null)).not.toContain('What is signed is the English');
});

test('a form with the meanings alone of what is signed says on its clinical pages that they are in English', () => {
  const translation = { language: 'cy', reviewed: false, texts: [], template: null } as const;
  const { pinned } = documentSource({ formType: 'FORM_1', age: 40, translation, hasMeanings: true });
  const form = aForm({}, { shown: { ...(pinned as FullShownContent) } });
  for (const at of ['plan', 'benefits', 'risks-0', 'form'] as const) expect(isInEnglish(form, at, 'cy'), at).toBe(true);
});
