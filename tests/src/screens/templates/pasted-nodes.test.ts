import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { htmlOfNodes } from '#domain/templates/template-html.ts';
import { signatureBlocksOf } from '#domain/templates/template-words.ts';
import { BLOCK_TYPES, type TemplateNode } from '#domain/templates/template.ts';
import { TemplateNodes } from '#domain/templates/template-nodes.ts';
import { fromEditor } from '#src/screens/templates/editor/from-editor.ts';
import { pastedNodesOfHtml, nodesOfText, nodesOfTransfer } from '#src/screens/templates/editor/pasted-nodes.ts';
import { toEditor } from '#src/screens/templates/editor/to-editor.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { HOSTILE, READ } from '#tests/support/browser/html-nodes.table.ts';
import { randomHtml } from '#tests/support/checks/random-html.ts';
import { printCounts, printedSeed } from '#tests/support/checks/random.ts';

const RUNS = isFull ? 20_000 : 300;
/** Twenty thousand take a minute beside other suites. */
const LONG = { timeout: 300_000 };
/** Longest time of one paste, ms. */
const SLOW = 50;

test.each(READ)('%s is pasted as the server reads it', (_, html, nodes) => {
  expect(pastedNodesOfHtml(html)).toEqual({ nodes });
});

test.each(HOSTILE)('%s leaves nothing but its one word', (html) => {
  expect(pastedNodesOfHtml(html)).toEqual({ nodes: [{ type: 'paragraph', children: [{ text: 'ok' }] }] });
});

test('lists deeper than a template goes keep their words on lines of the last item', () => {
  const link: TemplateNode = { type: 'link', url: 'https://a.test/', children: [{ text: 'deep' }] };
  const list = (...children: TemplateNode[]): TemplateNode => ({ type: 'numbered-list', children });
  const once = edited([{ type: 'border', children: [list(list(list(list({ type: 'paragraph', children: [link] }))))] }]);
  expect(v.parse(TemplateNodes, once)).toEqual(once);
  expect(textOf(once)).toBe('deep');
});

test('plain text is a paragraph for each line, and its signs are no markup', () => {
  expect(nodesOfText('One <b>\r\n\n& two')).toEqual({
    nodes: ['One <b>', '& two'].map((text) => ({ type: 'paragraph', children: [{ text }] })),
  });
});

test('HTML comes before plain text, and plain text is taken where there is none', () => {
  const transfer = (held: Record<string, string>) => ({ getData: (type: string) => held[type] ?? '' });
  const one = [{ type: 'paragraph', children: [{ text: 'One' }] }];
  expect(nodesOfTransfer(transfer({ 'text/html': '<p>One</p>', 'text/plain': 'Other' }))).toEqual({ nodes: one });
  expect(nodesOfTransfer(transfer({ 'text/plain': 'One' }))).toEqual({ nodes: one });
});

test('what is too much for a template is refused with a sentence', () => {
  expect(pastedNodesOfHtml(`<p>${'word '.repeat(2001)}</p>`)).toEqual({
    refusal: 'A paragraph has at most 10000 characters. Please make it shorter.',
  });
});

const words = fc.record(
  {
    text: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.constantFrom('', ' ', '\n', 'a\nb', '<b>', '&amp;')),
    bold: fc.boolean(),
    italic: fc.boolean(),
    underline: fc.boolean(),
  },
  { requiredKeys: ['text'] },
);
const link = fc.record({
  type: fc.constant('link' as const),
  url: fc.constantFrom('https://a.test/', 'https://a.test/?a=1&b=%22', 'https://b.test/p#q'),
  children: fc.array(words, { minLength: 1, maxLength: 3 }),
});
const { tree } = fc.letrec<{ tree: TemplateNode }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    words,
    link,
    fc.record({ type: fc.constantFrom(...BLOCK_TYPES), children: fc.array(tie('tree'), { maxLength: 4 }) }),
  ),
}));
const trees = fc.array(tree, { maxLength: 8 });

test(`${RUNS} random trees keep their words and their places for signatures, and are the same a second time`, LONG, () => {
  fc.assert(
    fc.property(trees, (nodes) => {
      const once = edited(nodes);
      expect(v.parse(TemplateNodes, once)).toEqual(once);
      expect(edited(once)).toEqual(once);
      expect(textOf(once).replaceAll(/\n/g, '')).toBe(shownText(nodes).replaceAll(/\n/g, ''));
      expect(signatureBlocksOf(once)).toEqual(signatureBlocksOf(nodes));
      const pasted = pastedOnce(htmlOfNodes(once));
      expect(pastedOnce(htmlOfNodes(pasted))).toEqual(pasted);
    }),
    { numRuns: RUNS, seed: printedSeed('trees', 20_260_806) },
  );
});

test(`${RUNS} hostile texts become allowed nodes alone, are the same a second time, and none takes longer than ${SLOW} ms`, () => {
  const slow: string[] = [];
  fc.assert(
    fc.property(randomHtml, (html) => {
      const nodes = timed(html, slow);
      expect(v.parse(TemplateNodes, nodes)).toEqual(nodes);
      expect(JSON.stringify(nodes)).not.toMatch(/"url":"(?!https:)/);
      expect(pastedOnce(htmlOfNodes(nodes))).toEqual(nodes);
    }),
    { numRuns: RUNS, seed: printedSeed('pasted', 20_260_806) },
  );
  printCounts(
    'Pastes',
    new Map([
      ['in all', RUNS],
      [`over ${SLOW} ms`, slow.length],
    ]),
  );
  expect(slow).toEqual([]);
});

/** As {@link pastedOnce}; a paste that is slow four times in a row is noted. */
function timed(html: string, slow: string[]): TemplateNode[] {
  for (let left = 3; ; left -= 1) {
    const start = performance.now();
    const nodes = pastedOnce(html);
    if (performance.now() - start <= SLOW) return nodes;
    if (left === 0) {
      slow.push(html);
      return nodes;
    }
  }
}

function pastedOnce(html: string): TemplateNode[] {
  const pasted = pastedNodesOfHtml(html);
  return 'nodes' in pasted ? edited(pasted.nodes) : [];
}

function edited(nodes: readonly TemplateNode[]): TemplateNode[] {
  return fromEditor(toEditor(nodes));
}

function textOf(nodes: readonly TemplateNode[]): string {
  return nodes.map((node) => ('text' in node ? node.text : textOf(node.children))).join('');
}

/** The words that a reader is shown: those of a place for signatures are not. */
function shownText(nodes: readonly TemplateNode[]): string {
  return nodes
    .map((node) => {
      if ('text' in node) return node.text;
      return node.type.startsWith('consent-') ? '' : shownText(node.children);
    })
    .join('');
}
