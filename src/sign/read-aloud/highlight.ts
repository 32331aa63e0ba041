import type { Sentence } from './sentences.ts';

const NAME = 'read-aloud';
let marked: Element | null = null;

/** Marks the sentence that is read; where the browser cannot mark a part of the text, its block. Null takes the mark away. */
export function highlight(sentence: Sentence | null): void {
  marked?.classList.remove(NAME);
  marked = null;
  if ('highlights' in CSS) {
    if (sentence === null) CSS.highlights.delete(NAME);
    else CSS.highlights.set(NAME, new Highlight(sentence.range));
  } else if (sentence !== null) {
    marked = sentence.block;
    marked.classList.add(NAME);
  }
  sentence?.block.scrollIntoView({ block: 'nearest' });
}
