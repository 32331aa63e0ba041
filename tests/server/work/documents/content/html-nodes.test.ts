import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { htmlOfNodes } from '#domain/templates/template-html.ts';
import { Refused } from '#server/api-error.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import { TemplateNodes } from '#domain/templates/template-nodes.ts';
import { PREVIEW_PARAGRAPH_MOST } from '#domain/templates/html-reader.ts';
import { nodesOfHtml } from '#server/work/documents/content/html-nodes.ts';
import { BODY_MOST } from '#server/http/serve.ts';
import { countWork } from '#tests/support/checks/cpu-time.ts';
import { HOSTILE, READ } from '#tests/support/browser/html-nodes.table.ts';
import { randomHtml } from '#tests/support/checks/random-html.ts';

const paragraph = (...children: TemplateNode[]): TemplateNode => ({ type: 'paragraph', children });
const words = (text: string): TemplateNode => ({ text });

test.each(READ)('%s', (_, html, nodes) => expect(nodesOfHtml(html)).toEqual(nodes));

test.each(HOSTILE)('%s leaves the words alone', (html) => expect(nodesOfHtml(html)).toEqual([paragraph(words('ok'))]));

test('one element that was dropped ends where it ends, and takes no other with it', () => {
  expect(nodesOfHtml('<svg><svg>x</svg>y</svg>a<b>b</b>')).toEqual([paragraph(words('a'), { text: 'b', bold: true })]);
});

/** The words in which HTML is refused. @throws Error when it is not */
function refusalOf(html: string): string {
  try {
    nodesOfHtml(html);
  } catch (error) {
    if (error instanceof Refused) return JSON.stringify(error);
    throw error;
  }
  throw new Error('It was not refused');
}

const all = (text: string) => text.repeat(Math.floor((BODY_MOST * 0.75) / text.length));
// HTML beyond the limits of a preview is refused; HTML that leaves nothing is read to its end.
const HUGE: readonly [string, string, RegExp | null][] = [
  ['brackets', all('<'), /A paragraph has at most/],
  ['elements in each other', all('<div>'), /nested too deeply/],
  ['marks in each other', all('<b>'), /nested too deeply/],
  ['empty elements', all('<b></b>'), /too many parts/],
  ['programs', all('<script>x</script>'), /too many parts/],
  ['pictures without characters', all('\u{1F600}'), /A paragraph has at most/],
  ['characters without a shape', '\u{E000}'.repeat(PREVIEW_PARAGRAPH_MOST + 1), /A paragraph has at most/],
  ['long paragraphs', `<p>${'word '.repeat(1900)}</p>`.repeat(6), /A text has at most/],
  ['addresses beside links', '<a href="https://a/'.concat('b'.repeat(1900), '">x</a>y').repeat(6), /A paragraph has/],
  ['more paragraphs than a template has', '<p>a</p>'.repeat(501), /too long for a template/],
  ['addresses of other letters', `<a href="https://a/${'\u{1F600}'.repeat(100)}">x</a>y`.repeat(9), /A paragraph has/],
  ['comments that never end', all('<!--'), null],
  ['ends without a beginning', all('</x>'), null],
  ['attributes', `<a ${all('b ')}`, null],
  ['spaces', all(' '), null],
];

test.each(HUGE)('as many %s as a body holds take no long time', (_, html, refusal) => {
  const worked = countWork();
  if (refusal === null) expect(nodesOfHtml(html)).toEqual([]);
  else expect(refusalOf(html)).toMatch(refusal);
  // Some take 20 ms on the slowest machine; an effort that grows with the square of the length takes many seconds.
  expect(worked()).toBeLessThan(1000);
});

test('any text gives nodes that a template takes, and their text gives itself again', () => {
  fc.assert(
    fc.property(randomHtml, (html) => {
      const nodes = nodesOfHtml(html);
      expect(v.parse(TemplateNodes, nodes)).toEqual(nodes);
      expect(textOf(nodesOfHtml(htmlOfNodes(nodes)))).toBe(textOf(nodes));
    }),
    { numRuns: 2000 },
  );
});

function textOf(nodes: readonly TemplateNode[]): string {
  return nodes.map((node) => ('text' in node ? node.text : textOf(node.children))).join('');
}
