/** One sentence of a page, with where it stands and the language it is in. */
export type Sentence = { readonly text: string; readonly language: string; readonly range: Range; readonly block: Element };

type Run = { readonly block: Element; readonly language: string; readonly nodes: Text[] };

/** Parts that a page shows to no reader, or that are buttons and fields of the page. */
const LEFT_OUT = 'button, input, textarea, select, svg, [aria-hidden=true], .step, .unseen';

/** The sentences of a page in their order; the parts of a sentence may be in several elements, as where a word is bold. */
export function sentencesIn(page: Element): Sentence[] {
  return runsIn(page).flatMap(sentencesOf);
}

/** Text in a row that is in one block and one language. */
function runsIn(page: Element): Run[] {
  const runs: Run[] = [];
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    // The walker shows text alone.
    const node = walker.currentNode as Text;
    const parent = node.parentElement;
    if (parent === null || parent.closest(LEFT_OUT) !== null || parent.getClientRects().length === 0) continue;
    const block = blockOf(parent, page);
    const language = parent.closest('[lang]')?.getAttribute('lang') ?? '';
    const last = runs.at(-1);
    if (last?.block === block && last.language === language) last.nodes.push(node);
    else runs.push({ block, language, nodes: [node] });
  }
  return runs;
}

function blockOf(element: Element, page: Element): Element {
  let block = element;
  while (block !== page && getComputedStyle(block).display.startsWith('inline') && block.parentElement !== null)
    block = block.parentElement;
  return block;
}

function sentencesOf({ block, language, nodes }: Run): Sentence[] {
  const text = nodes.map(({ data }) => data).join('');
  const sentences: Sentence[] = [];
  let start = 0;
  for (const part of partsOf(text, language)) {
    const end = start + part.length;
    if (/[\p{L}\p{N}]/u.test(part)) {
      const words = part.trim().replaceAll(/\s+/g, ' ');
      sentences.push({
        text: words,
        language,
        block,
        range: rangeOf(nodes, start + part.search(/\S/), start + part.trimEnd().length),
      });
    }
    start = end;
  }
  return sentences;
}

/** The text in sentences, with all that is between them. Firefox has had no segmenter for long. */
function partsOf(text: string, language: string): string[] {
  if (!('Segmenter' in Intl)) return text.match(/[^.!?]+[.!?]*\s*|[.!?]+\s*/g) ?? [];
  return [...new Intl.Segmenter(language || 'en', { granularity: 'sentence' }).segment(text)].map(({ segment }) => segment);
}

function rangeOf(nodes: readonly Text[], from: number, to: number): Range {
  const range = document.createRange();
  let start = 0;
  for (const node of nodes) {
    const end = start + node.length;
    if (from >= start && from < end) range.setStart(node, from - start);
    if (to > start && to <= end) range.setEnd(node, to - start);
    start = end;
  }
  return range;
}
