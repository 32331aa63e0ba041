import { expect, test } from 'vitest';
import { pinnedMeanings } from '#domain/consents/pinned-meanings.ts';
import type { FullShownContent } from '#domain/consents/digest.ts';
import { countsInEnglish, ONLY_ENGLISH, REST_IN_ENGLISH } from '#domain/meanings/counts-in-english.ts';
import { PATIENT_LANGUAGES, type PatientLanguage } from '#domain/values/patient-languages.ts';
import { drawPdf } from '#server/outside/pdf/draw-pdf.ts';
import { reserveGap } from '#server/outside/seal/reserve-gap.ts';
import { choiceRows } from '#server/work/documents/content/document-answers.ts';
import { consentDocument } from '#server/work/documents/content/document.ts';
import { paperDocument } from '#server/work/documents/content/paper-document.ts';
import { preSignedDocument } from '#server/work/documents/content/pre-signed-document.ts';
import { beforeSigning } from '#server/work/documents/content/unsigned-source.ts';
import type { DocumentSource } from '#server/work/documents/content/document-source.ts';
import { accessibleFaults } from '#tests/server/outside/pdf/accessible-faults.ts';
import { onPdf, writtenBy } from '#tests/server/outside/pdf/pdf-tools.ts';
import { pageFaults } from '#tests/server/work/documents/page-faults.ts';
import { withWitness } from '#tests/support/forms/document-form.ts';
import { plainForm } from '#tests/support/forms/plain-form.ts';
import { realTranslation, TONSILS } from '#tests/support/forms/real-translations.ts';

const FORMS = ['FORM_1', 'FORM_2', 'FORM_4'] as const;
const wordless = (language: PatientLanguage) => ({ language, reviewed: false, texts: [], template: null });
const formIn = (formType: (typeof FORMS)[number], language: PatientLanguage, change = {}) =>
  plainForm(formType, { translation: wordless(language), hasMeanings: true, ...change });
const sealed = async (source: DocumentSource) => {
  const document = consentDocument(source);
  const drawn = await drawPdf(document);
  return { document, drawn, text: onPdf(drawn, 'pdftotext', '-layout', 'FILE', '-') };
};
/** The letters alone: lines are broken anywhere, and isolates are no letters. */
const bare = (text: string) => text.replaceAll(/[\s\u2066-\u2069]/gu, '');

const TABLE = PATIENT_LANGUAGES.flatMap((language) => FORMS.map((formType) => [language, formType] as const));

test.each(TABLE)('in %s, %s holds each meaning below its English, marked with its language', async (language, formType) => {
  const source = formIn(formType, language);
  const { document, drawn, text } = await sealed(source);
  const of = pinnedMeanings(source.pinned as FullShownContent, language)!;
  const printed = bare(onPdf(drawn, 'pdftotext', 'FILE', '-'));
  const written = writtenBy(drawn, 'qpdf', '--qdf', '--object-streams=disable', 'FILE', 'FOLDER/written.pdf').toString('latin1');
  expect(written).toContain(`/Lang (${language})`);
  const signed = source.signatures.filter(({ role }) => role !== 'CLINICIAN').map(({ given }) => given.statement);
  const below = [
    ...source.pinned.answers.additionalChoices.map(({ title }) => title),
    'Yes',
    'No',
    ...(formType === 'FORM_4'
      ? ['How this was decided', REST_IN_ENGLISH]
      : ['Your rights', 'You will be given a copy of this form.']),
    'Signatures',
    'The patient’s choices',
    'In their own words',
    countsInEnglish(language),
    ...signed,
  ];
  for (const english of below) {
    const meaning = of(english)!;
    expect(JSON.stringify(document.blocks), english).toContain(JSON.stringify(meaning).slice(1, -1));
    if (language === 'cy') expect(printed, english).toContain(bare(meaning));
    // Tools read Arabic by its joined letters: each of them is there.
    else
      for (const letter of meaning.match(/\p{Script=Arabic}/gu) ?? []) expect(text.normalize('NFKC'), meaning).toContain(letter);
  }
  // Nothing else is moved apart, and nothing is read aloud in another language.
  const file = await reserveGap({ pdf: drawn, reason: 'Sealed', now: 0, room: 64 });
  expect(await accessibleFaults(file)).toEqual([]);
  expect(pageFaults(drawn, document)).toEqual([]);
});

test('what stands on a paper has no meaning of an answer that was never entered', () => {
  const source = formIn('FORM_1', 'cy');
  const asked = { id: 'blood', title: 'May we give blood, if it is needed to save your life or health?', answer: null };
  const notAnswered = pinnedMeanings(source.pinned as FullShownContent, 'cy')!('Not answered');
  const [ours] = choiceRows(source, [asked]);
  const [onPaper] = choiceRows(source, [asked], 'Not entered here: see the scan');
  expect([ours?.meaning?.answer, onPaper?.meaning?.answer]).toEqual([notAnswered, undefined]);
  expect(onPaper?.answer).toBe('Not entered here: see the scan');
});

type Block = { readonly [key: string]: unknown };
/** Every block with its kind, those inside of others as well. */
const blocksOf = (blocks: readonly unknown[]): Block[] =>
  (blocks as Block[]).flatMap((block) => [block, ...blocksOf((block['blocks'] ?? []) as unknown[])]);
const signersOf = (blocks: readonly unknown[]) =>
  blocksOf(blocks).filter(({ kind, statement }) => (kind === 'signature' || kind === 'inkBox') && statement !== '');

test('beside each signature both languages say which words count; staff and an English form have nothing of it', () => {
  const source = formIn('FORM_2', 'cy');
  for (const { blocks } of [
    consentDocument(source),
    preSignedDocument(beforeSigning(source), 'SENT'),
    paperDocument(beforeSigning(source), new Map()),
  ]) {
    const [parent, clinician] = signersOf(blocks);
    expect(parent!['meaning']).toMatchObject({
      language: 'cy',
      text: expect.stringContaining('cyfrifoldeb rhiant') as unknown,
      beside: { english: countsInEnglish('cy'), text: expect.stringContaining('heb ei hadolygu') as unknown },
    });
    expect(clinician).not.toHaveProperty('meaning');
  }
  expect(JSON.stringify(consentDocument(plainForm('FORM_2')).blocks)).not.toMatch(/meaning|translates/u);
});

test('a witness reads what they sign; a name that was not on the form has its sentence in English alone, and it says so', () => {
  const source = withWitness(formIn('FORM_1', 'cy'), 1);
  const [, witness] = signersOf(consentDocument(source).blocks);
  expect(witness!['meaning']).toMatchObject({ text: expect.stringContaining('Gwelais y marc') as unknown });
  const signatures = source.signatures.map((each) =>
    each.role === 'WITNESS' ? { ...each, given: { ...each.given, statement: 'I was there when Somebody Else answered.' } } : each,
  );
  const [, other] = signersOf(consentDocument({ ...source, signatures }).blocks);
  expect(other!['meaning']).toEqual({ language: 'cy', beside: { english: ONLY_ENGLISH, text: 'Yn Saesneg yn unig' } });
});

test('a hospital’s own question is in English alone and says so, with the meaning of its answer', () => {
  const additionalChoices = [
    { id: 'pork', title: 'Pork products?', answer: 'REFUSE' as const },
    { id: 'blood', title: 'Something else under this id?', answer: null },
  ];
  const source = formIn('FORM_1', 'cy', { answers: { mattersToMe: '', additionalChoices, refusals: [] } });
  const rows = blocksOf(consentDocument(source).blocks).find(({ kind }) => kind === 'choices')!['rows'] as Block[];
  expect(rows.map(({ meaning }) => meaning)).toEqual([
    { language: 'cy', title: 'Yn Saesneg yn unig', answer: 'Na' },
    { language: 'cy', title: 'Yn Saesneg yn unig', answer: 'Heb ei ateb' },
  ]);
});

test('on paper a question has its meaning, and each box to tick', async () => {
  const additionalChoices = plainForm('FORM_1').pinned.answers.additionalChoices.map((each) => ({ ...each, answer: null }));
  const source = formIn('FORM_1', 'cy', { answers: { mattersToMe: '', additionalChoices, refusals: [] } });
  const document = paperDocument(beforeSigning(source), new Map());
  const drawn = await drawPdf(document);
  const printed = bare(onPdf(drawn, 'pdftotext', 'FILE', '-'));
  for (const words of ['A gawn ni roi gwaed, os oes ei angen i achub bywyd neu iechyd?', 'Yes · Ie', 'No · Na'])
    expect(printed).toContain(bare(words));
  expect(pageFaults(drawn, document)).toEqual([]);
});

test('page 1 says what is in the other language, and whether it was reviewed', () => {
  const noticeOf = (source: DocumentSource) =>
    blocksOf(consentDocument(source).blocks)
      .filter(({ title }) => String(title).startsWith('English, with'))
      .map(({ title, spans }) => [title, (spans as { text: string }[]).map(({ text }) => text).join('')].join(': '));
  expect(noticeOf(formIn('FORM_1', 'cy'))).toEqual([
    'English, with the meaning of what is signed in Welsh: Each meaning stands below its English text. What is signed is the English. The meanings are not reviewed (Cymraeg).',
  ]);
  const change = { translation: realTranslation('cy', true), procedures: [TONSILS] };
  expect(noticeOf(formIn('FORM_1', 'cy', change))[0]).toContain(
    'A second person has reviewed the translation (Cymraeg). The meanings of what is signed are not reviewed.',
  );
});
