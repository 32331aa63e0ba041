import { expect, test } from 'vitest';
import { composed } from '#domain/values/composed.ts';
import { fontHolds } from '#domain/values/printable.ts';
import { ARABIC_FIRST, ARABIC_WHOLE, FONT_FAMILIES } from '#server/outside/pdf/fonts.ts';
import { scriptRuns } from '#server/outside/pdf/script-runs.ts';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { SCRIPT_NAMES } from '#tests/support/people/script-names.ts';
import { demoDocument } from './demo-document.ts';
import { onPdf } from './pdf-tools.ts';

const marked = (text: string, language = 'en') =>
  scriptRuns(text, language).flatMap((run) => (typeof run === 'string' ? [] : [[run.text, run.lang, run.font]]));
const wordOf = (run: ReturnType<typeof scriptRuns>[number]) => (typeof run === 'string' ? run : run.text);

test.each([
  ['Amber Demo-Rowan, 3', 'ar', []],
  ['Mo (محمد علی) said', 'en', [['محمد علی', 'ar', ARABIC_FIRST]]],
  ['محمد', 'ur', [['محمد', 'ur', ARABIC_FIRST]]],
  ['محمد', 'ckb-IQ', [['محمد', 'ckb', ARABIC_FIRST]]],
  ['प्रिया शर्मा', 'ur', [['प्रिया शर्मा', 'hi', 'Noto Sans']]],
  ['রহিমা', 'en', [['রহিমা', 'bn', 'Noto Sans Bengali']]],
  ['ਗੁਰਪ੍ਰੀਤ', 'en', [['ਗੁਰਪ੍ਰੀਤ', 'pa', 'Noto Sans Gurmukhi']]],
  ['王小明, 山田たろう', 'en', [['王小明, 山田たろう', 'ja', 'Noto Sans SC']]],
  ['Олександр', 'uk', [['Олександр', 'uk', 'Noto Sans']]],
])('%j of somebody who reads %s carries its language and its font', (text, language, runs) => {
  expect(marked(text, language)).toEqual(runs);
});

test('a word in Arabic letters is drawn in one font, which holds it whole', () => {
  const runs = marked('محمد ݙڈے علی');
  expect(runs.map(([text, , font]) => [text, font])).toEqual([
    ['محمد ', ARABIC_FIRST],
    ['ݙڈے ', ARABIC_WHOLE],
    ['علی', ARABIC_FIRST],
  ]);
  for (let code = 0x600; code < 0x700; code++) {
    const letter = String.fromCodePoint(code);
    const [first, whole] = [ARABIC_FIRST, ARABIC_WHOLE].map((family) => fontHolds(FONT_FAMILIES.indexOf(family), letter));
    expect(whole || first === false, letter).toBe(true);
  }
});

test('nothing is lost or turned: the runs of every name and line put together are the text', () => {
  const names = Object.values(SCRIPT_NAMES);
  for (const one of names)
    for (const text of [one, composed`${one}, ${names[3] ?? ''} (${one}) 2`, `${one}\u200d!`, `${names[6]} ${one}`])
      expect(scriptRuns(text, 'en').map(wordOf).join('')).toBe(text);
});

test('the language stands in the file beside the words', () => {
  const name = SCRIPT_NAMES['Urdu'] ?? '';
  const languagesOf = (document: object) => {
    const pdf = renderPdf(demoDocument({ blocks: [{ kind: 'paragraph', spans: [{ text: `Mo ${name}` }] }], ...document }));
    return [...onPdf(pdf, 'qpdf', '--qdf', '--object-streams=disable', 'FILE', '-').matchAll(/\/Lang \((\w+)/g)].map(
      ([, language]) => language,
    );
  };
  expect(languagesOf({})).toContain('ar');
  expect(languagesOf({ patientLanguage: 'ur' })).toContain('ur');
});
