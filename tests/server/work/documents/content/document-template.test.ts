import { expect, test } from 'vitest';
import { isRule } from '#domain/templates/template-words.ts';
import type { TemplateBlock, TemplateNode } from '#domain/templates/template.ts';
import { templateBlocks } from '#server/work/documents/content/document-template.ts';

const words = (text: string): TemplateNode => ({ text });
const none = () => [];

test('words and links that follow each other read as one text; a link has its address beside it', () => {
  const link: TemplateNode = { type: 'link', url: 'https://www.example.org/a', children: [{ text: 'here', bold: true }] };
  expect(templateBlocks([words('Read '), link, words('.')], none)).toEqual([
    {
      kind: 'paragraph',
      spans: [
        { text: 'Read ' },
        { text: 'here', bold: true, link: 'https://www.example.org/a' },
        { text: ' (https://www.example.org/a)' },
        { text: '.' },
      ],
    },
  ]);
  const bare: TemplateNode = {
    type: 'link',
    url: 'https://www.example.org/a',
    children: [{ text: 'https://www.example.org/a' }],
  };
  expect(templateBlocks([bare], none)).toEqual([
    { kind: 'paragraph', spans: [{ text: 'https://www.example.org/a', link: 'https://www.example.org/a' }] },
  ]);
});

test('a border with words is a frame around them, and one without is a rule', () => {
  const inner: TemplateNode = { type: 'paragraph', children: [{ text: 'Important', underline: true }] };
  expect(templateBlocks([{ type: 'border', children: [inner] }], none)).toEqual([
    { kind: 'frame', blocks: [{ kind: 'paragraph', spans: [{ text: 'Important', underline: true }] }] },
  ]);
  expect(templateBlocks([{ type: 'border', children: [{ text: '' }] }], none)).toEqual([{ kind: 'rule' }]);
});

test.each<[string, TemplateBlock, boolean]>([
  ['nothing', { type: 'border', children: [] }, true],
  ['an empty paragraph', { type: 'border', children: [{ type: 'paragraph', children: [words('')] }] }, true],
  ['a place for signatures', { type: 'border', children: [{ type: 'consent-clinic', children: [words('x')] }] }, true],
  ['a word', { type: 'border', children: [words('x')] }, false],
  ['a link', { type: 'border', children: [{ type: 'link', url: 'https://a.org', children: [{ text: '' }] }] }, false],
  ['no border at all', { type: 'paragraph', children: [] }, false],
])('a border around %s', (_what, block, expected) => {
  expect(isRule(block)).toBe(expected);
});

test('a list inside an item stands below its words, and a heading keeps its marks', () => {
  const inner: TemplateNode = { type: 'numbered-list', children: [{ type: 'list-item', children: [words('inner')] }] };
  const list: TemplateNode = { type: 'bulleted-list', children: [{ type: 'list-item', children: [words('outer'), inner] }] };
  expect(templateBlocks([list], none)).toEqual([
    {
      kind: 'list',
      ordered: false,
      items: [[{ text: 'outer' }]],
      nested: [[{ kind: 'list', ordered: true, items: [[{ text: 'inner' }]], nested: [[]] }]],
    },
  ]);
  const heading: TemplateNode = { type: 'heading-one', children: [words('Your '), { text: 'rights', underline: true }] };
  expect(templateBlocks([heading], none)).toEqual([
    { kind: 'heading', level: 2, text: 'Your rights', spans: [{ text: 'Your ' }, { text: 'rights', underline: true }] },
  ]);
});

test('a place for signatures has its references wherever it stands, and none of its own words', () => {
  const place: TemplateNode = { type: 'consent-patient', children: [words('shown nowhere')] };
  const nodes: TemplateNode[] = [
    place,
    { type: 'paragraph', children: [words('before'), place, words('after')] },
    { type: 'border', children: [place] },
    { type: 'bulleted-list', children: [{ type: 'list-item', children: [words('item'), place] }] },
  ];
  const blocks = JSON.stringify(templateBlocks(nodes, (type) => [{ kind: 'paragraph', spans: [{ text: `→${type}` }] }]));
  expect(blocks.split('→consent-patient')).toHaveLength(5);
  expect(blocks).not.toContain('shown nowhere');
});
