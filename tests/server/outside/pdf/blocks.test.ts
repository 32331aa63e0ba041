import { PdfStandard } from '@myriaddreamin/typst-ts-node-compiler';
import { expect, test } from 'vitest';
import type { PdfBlock, Span } from '#server/outside/pdf/blocks.ts';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { demoDocument } from './demo-document.ts';
import { pixelsOf, textOf } from './pdf-tools.ts';

const say = (text: string): Span[] => [{ text }];
const draw = (...blocks: PdfBlock[]): string => textOf(renderPdf(demoDocument({ blocks })));

const wordsOfEachBlock: readonly (readonly [string, PdfBlock, readonly string[]])[] = [
  ['a heading', { kind: 'heading', level: 3, text: 'Benefits for you' }, ['Benefits for you']],
  ['a paragraph', { kind: 'paragraph', spans: [{ text: 'plain ' }, { text: 'strong', bold: true }] }, ['plain strong']],
  ['a bulleted list', { kind: 'list', ordered: false, items: [say('one'), say('two')] }, ['• one', '• two']],
  ['a numbered list', { kind: 'list', ordered: true, items: [say('one'), say('two')] }, ['1. one', '2. two']],
  [
    'a list below an item',
    {
      kind: 'list',
      ordered: false,
      items: [say('one'), say('two')],
      nested: [[{ kind: 'list', ordered: true, items: [say('inner')] }], [{ kind: 'heading', level: 2, text: 'Below two' }]],
    },
    ['• one 1. inner • two Below two'],
  ],
  [
    'a frame and a rule',
    {
      kind: 'frame',
      blocks: [
        { kind: 'heading', level: 2, text: 'Framed words', spans: [{ text: 'Framed ' }, { text: 'words', underline: true }] },
        { kind: 'rule' },
        { kind: 'paragraph', spans: [{ text: 'below', underline: true, bold: true }] },
      ],
    },
    ['Framed words below'],
  ],
  [
    'boxes to write into',
    { kind: 'writeBoxes', rows: [[{ label: 'Last name', share: 2 }, { label: 'Ward' }], [{ label: 'NHS number' }]] },
    ['Last name Ward NHS number'],
  ],
  [
    'questions to answer by hand',
    { kind: 'writeFields', rows: [{ label: 'Side', options: ['LEFT', 'RIGHT'] }, { label: 'Part of the body' }] },
    ['Side LEFT RIGHT', 'Part of the body'],
  ],
  [
    'a place to sign on paper, with one for a witness',
    {
      kind: 'inkBox',
      label: 'Signature 1.1',
      role: 'Patient',
      name: 'Ada Demo',
      statement: 'I agree.',
      witness: { lead: 'A witness signs here.', sentences: ['I saw the mark.', 'I heard the words.'] },
    },
    ['Signature 1.1 Patient, Ada Demo', 'I agree.', 'Signature of the witness', 'I saw the mark.', 'I heard the words.'],
  ],
  ['facts', { kind: 'facts', rows: [{ term: 'What matters', value: say('my garden') }] }, ['What matters my garden']],
  [
    'a table',
    { kind: 'table', columns: [{ title: 'Risk' }, { title: 'How often' }], rows: [[say('Pain'), say('1 in 10 people')]] },
    ['Risk', 'How often', 'Pain', '1 in 10 people'],
  ],
  ['a notice', { kind: 'notice', tone: 'stop', title: 'Refused', spans: say('No blood') }, ['Refused No blood']],
  [
    'an identity band',
    {
      kind: 'identity',
      lastName: 'Demo-Rowan',
      firstName: 'Amber',
      born: '14 March 1956',
      nhsNumber: '999 000 0018',
      procedures: [{ name: 'Cataract surgery', side: 'LEFT eye' }],
    },
    ['DEMO-ROWAN, Amber', 'Born', '14 March 1956', 'NHS number', '999 000 0018', 'Cataract surgery, LEFT eye'],
  ],
  [
    'choices',
    { kind: 'choices', rows: [{ title: 'Blood transfusion', answer: 'REFUSES', tone: 'stop' }] },
    ['Blood transfusion', 'REFUSES'],
  ],
  [
    'a drawn signature',
    {
      kind: 'signature',
      label: 'Signature 1.1',
      name: 'Amber Demo-Rowan',
      role: 'Patient',
      statement: 'I agree.',
      method: 'Drawn',
      onDevice: '14:03:11 GMT',
      received: '14:03:13 GMT',
      witness: 'Demo Witness',
      mark: {
        kind: 'ink',
        strokes: [
          [
            { x: 0.1, y: 0.1 },
            { x: 0.9, y: 0.9 },
          ],
        ],
      },
    },
    ['Signature 1.1 Patient', 'I agree.', 'Amber Demo-Rowan', 'Drawn', '14:03:11 GMT', '14:03:13 GMT', 'Demo Witness'],
  ],
  [
    'a typed signature',
    {
      kind: 'signature',
      label: 'Signature 2.1',
      name: 'Dr Demo',
      role: 'Clinician',
      statement: 'I explained.',
      mark: { kind: 'typed', text: 'Doctor Demo' },
    },
    ['Signature 2.1', 'Doctor Demo', 'Dr Demo'],
  ],
  [
    'a spoken agreement',
    {
      kind: 'signature',
      label: 'Signature 1.1',
      name: 'Amber',
      role: 'Patient',
      statement: 'I agree.',
      mark: { kind: 'spoken', words: 'Said aloud before the witness' },
    },
    ['Said aloud before the witness'],
  ],
  [
    'a place to sign',
    {
      kind: 'signature',
      label: 'Signature 1.1',
      name: 'Amber',
      role: 'Patient',
      statement: 'I agree.',
      mark: { kind: 'empty', words: 'Not signed' },
    },
    ['Not signed'],
  ],
  [
    'a signer who did not sign',
    {
      kind: 'signature',
      label: 'Signature 2.1',
      name: 'Ben',
      role: 'Parent',
      statement: '',
      note: 'Too soon',
      mark: { kind: 'absent', words: 'Did not agree' },
    },
    ['Signature 2.1 Parent, Ben: Did not agree. “Too soon”'],
  ],
  [
    'people on cards',
    {
      kind: 'cards',
      items: [
        { title: 'Ada, mother', rows: [{ term: 'Answer', value: say('Agreed') }] },
        { title: 'Ben, father', rows: [{ term: 'When', value: say('Today') }] },
      ],
    },
    ['Ada, mother', 'Answer', 'Agreed', 'Ben, father', 'When', 'Today'],
  ],
  [
    'a choice whose answer names it',
    { kind: 'choices', rows: [{ title: '', answer: 'NO BLOOD TRANSFUSION', tone: 'stop' }] },
    ['NO BLOOD TRANSFUSION'],
  ],
  [
    'a place for a label',
    { kind: 'labelBoxes', label: 'Patient’s label', rows: [[{ label: 'Last name' }], [{ label: 'Born' }, { label: 'Ward' }]] },
    ['Patient’s label', 'Last name', 'Born', 'Ward'],
  ],
  [
    'a timeline, which says a day once',
    {
      kind: 'timeline',
      rows: [
        { day: '5 May 2026, times in BST', at: '14:03:01', what: 'Signed', who: 'Amber' },
        { day: '5 May 2026, times in BST', at: '14:04:02', what: 'Sealed', who: 'Assent' },
        { day: '6 May 2026, times in BST', at: '08:00:00', what: 'Read', who: 'Ben' },
      ],
    },
    ['5 May 2026, times in BST 14:03:01 Signed', '14:04:02', 'Sealed', '6 May 2026, times in BST 08:00:00 Read'],
  ],
  [
    'digests',
    { kind: 'digests', rows: [{ term: 'What was shown', text: 'ab12' }], note: 'Attached: content.json.' },
    ['What was shown ab12', 'Attached: content.json.'],
  ],
];

test.each(wordsOfEachBlock)('%s is drawn with all its words', (_name, block, words) => {
  const text = draw(block);
  for (const word of words) expect(text).toContain(word);
});

test('frames, lists below lists and marked headings pass the compiler’s rules for accessible PDF', () => {
  const blocks = wordsOfEachBlock.flatMap(([name, block]) => (/below|frame/.test(name) ? [block] : []));
  expect(blocks).toHaveLength(2);
  const { attachment: _, ...document } = demoDocument({ blocks: [{ kind: 'heading', level: 2, text: 'Form' }, ...blocks] });
  expect(renderPdf(document, PdfStandard.UA_1).length).toBeGreaterThan(10_000);
});

test('underlined words are drawn with a line below them', () => {
  const dark = (underline: boolean) =>
    pixelsOf(
      renderPdf(demoDocument({ blocks: [{ kind: 'paragraph', spans: [{ text: 'nnnnnnnn', underline }] }] })),
      1,
      144,
    ).grey.filter((grey) => grey < 128).length;
  expect(dark(true)).toBeGreaterThan(dark(false) + 50);
});
