import * as v from 'valibot';
import { BLOCKS, CELLS, DROPPED, EMPTY, ITEMS, LEAVES, LISTS, MARKS } from './html-elements.ts';
import { HtmlLine, lengthOf, type TextStyle } from './html-line.ts';
import { openBorder, openItem, openList, putBlock, putLine, rootHolder, withoutEmpty, type Holder } from './html-tree.ts';
import { LinkAddress, type BlockType, type TemplateNode } from './template.ts';
import { TemplateNodes } from './template-nodes.ts';

/** Characters of text that a preview draws: a long form has a fifth of them. Its HTML is within the body of a call [choice]. */
export const PREVIEW_TEXT_MOST = 50_000;
/** Characters of one paragraph of a preview: a paragraph takes time with the square of its length [choice]. */
export const PREVIEW_PARAGRAPH_MOST = 10_000;
/** Elements in the HTML of a preview [choice]. */
export const PREVIEW_ELEMENTS_MOST = 10_000;
/** Elements inside each other in the HTML of a preview [choice]. */
export const PREVIEW_LEVELS_MOST = 200;

/** HTML of more than a template holds; the message says what to do, and quotes nothing. */
export class HtmlTooLarge extends Error {
  override readonly name = 'HtmlTooLarge';
}

/** An address as a browser writes it, in ASCII (`new URL(address).href`); undefined for one that is none. */
type AsciiOf = (address: string) => string | undefined;

/** An open element, with its effect on the text inside. */
type Open = TextStyle & { readonly leaf: BlockType; readonly holder: Holder; readonly isBlock: boolean };

/**
 * HTML reduced to the nodes of a template: receives elements and text in their order, as a parser finds them, so that no depth of the
 * HTML is a depth of calls. Elements that a template does not have leave their text; programs, drawings and other pages leave nothing.
 * Nothing is fetched, and no attribute is read but the address of a link.
 *
 * @throws HtmlTooLarge while it receives
 */
export class HtmlReader {
  readonly #root = rootHolder();
  readonly #open: Open[] = [];
  readonly #line = new HtmlLine();
  #level = 0;
  /** The level of the dropped element that is open; 0 outside of one. */
  #droppedAt = 0;
  #characters = 0;
  #elements = 0;
  readonly #asciiOf: AsciiOf;

  constructor(asciiOf: AsciiOf) {
    this.#asciiOf = asciiOf;
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#level += 1;
    this.#elements += 1;
    if (this.#elements > PREVIEW_ELEMENTS_MOST) throw new HtmlTooLarge('The HTML has too many parts. Please make it shorter.');
    if (this.#level > PREVIEW_LEVELS_MOST) throw new HtmlTooLarge('The HTML is nested too deeply. Please make it simpler.');
    if (this.#droppedAt > 0) return;
    const empty = EMPTY.get(name);
    if (empty !== undefined) this.#putEmpty(empty);
    if (empty !== undefined || DROPPED.has(name)) this.#droppedAt = this.#level;
    else this.#open.push(this.#opened(name, attributes));
  }

  onclosetag(): void {
    // A tag that the end of the text cut off is closed without having been opened.
    if (this.#level === 0) return;
    this.#level -= 1;
    if (this.#droppedAt > this.#level) this.#droppedAt = 0;
    else if (this.#droppedAt === 0) {
      if (this.#around().isBlock) this.#endLine();
      this.#open.pop();
    }
  }

  ontext(text: string): void {
    if (this.#droppedAt > 0) return;
    this.#line.add(text, this.#around());
    refuseLongParagraph(this.#line.length);
  }

  /** All that was read. @throws HtmlTooLarge */
  nodes(): TemplateNode[] {
    this.#endLine();
    const checked = v.safeParse(TemplateNodes, withoutEmpty(this.#root.children));
    if (!checked.success) throw new HtmlTooLarge('A part of the HTML is too long for a template. Please make it shorter.');
    return checked.output;
  }

  #opened(name: string, attributes: Readonly<Record<string, string>>): Open {
    const around = this.#around();
    const leaf = LEAVES.get(name);
    const list = LISTS.get(name);
    if (leaf !== undefined) return this.#openedBlock({ leaf });
    if (list !== undefined) return this.#openedBlock({ holder: openList }, list);
    if (name === 'border') return this.#openedBlock({ holder: openBorder });
    if (ITEMS.has(name)) return this.#openedBlock({ holder: openItem });
    if (BLOCKS.has(name)) return this.#openedBlock({});
    if (name === 'br') this.#line.addBreak(around);
    if (CELLS.has(name)) this.#line.add(' ', around);
    return {
      ...around,
      marks: { ...around.marks, ...MARKS.get(name) },
      url: name === 'a' ? this.#addressOf(attributes['href']) : around.url,
      isBlock: false,
    };
  }

  #openedBlock(
    { leaf, holder }: { leaf?: BlockType; holder?: (around: Holder, type: BlockType) => Holder | undefined },
    type: BlockType = 'paragraph',
  ): Open {
    this.#endLine();
    const around = this.#around();
    return { ...around, leaf: leaf ?? around.leaf, holder: holder?.(around.holder, type) ?? around.holder, isBlock: true };
  }

  #putEmpty(type: BlockType): void {
    this.#endLine();
    putBlock(this.#around().holder, type);
  }

  #endLine(): void {
    const { holder, leaf } = this.#around();
    const line = this.#line.take();
    // Counted again: a character that no font shows is printed as its number.
    const length = lengthOf(line);
    refuseLongParagraph(length);
    this.#characters += length;
    if (this.#characters > PREVIEW_TEXT_MOST)
      throw new HtmlTooLarge(`A text has at most ${PREVIEW_TEXT_MOST} characters. Please make it shorter.`);
    putLine(holder, leaf, line);
  }

  /** The address of a link in ASCII, as it is printed; undefined for one that a template does not take. */
  #addressOf(href: string | undefined): string | undefined {
    const written = href?.trim();
    if (!v.is(LinkAddress, written)) return undefined;
    const address = this.#asciiOf(written);
    return v.is(LinkAddress, address) ? address : undefined;
  }

  #around(): Open {
    return this.#open.at(-1) ?? { marks: {}, url: undefined, leaf: 'paragraph', holder: this.#root, isBlock: false };
  }
}

function refuseLongParagraph(length: number): void {
  if (length > PREVIEW_PARAGRAPH_MOST)
    throw new HtmlTooLarge(`A paragraph has at most ${PREVIEW_PARAGRAPH_MOST} characters. Please make it shorter.`);
}
