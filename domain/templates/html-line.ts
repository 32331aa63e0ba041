import type { TemplateLink, TemplateNode, TextRun } from './template.ts';
import { withoutControl } from '#domain/values/text.ts';

/** The style of a stretch of text; `url` where it is a link. */
export type TextStyle = { readonly marks: Omit<TextRun, 'text'>; readonly url: string | undefined };

type Stretch = TextStyle & { text: string };

/** The words between two breaks of an HTML text, with white space as a browser shows it. */
export class HtmlLine {
  #stretches: Stretch[] = [];
  /** Whether a space here would be one too many; read from the text it would be slow, as the text grows by single characters. */
  #isAfterSpace = true;

  #length = 0;

  /** Characters since the last break. */
  get length(): number {
    return this.#length;
  }

  /** Adds text. */
  add(raw: string, style: TextStyle): void {
    const spaced = withoutControl(raw.replaceAll(/[\t\n\f\r ]+/g, ' '));
    const text = this.#isAfterSpace && spaced.startsWith(' ') ? spaced.slice(1) : spaced;
    if (text === '') return;
    this.#isAfterSpace = text.endsWith(' ');
    this.#append(text, style);
  }

  /** Adds a line break. */
  addBreak(style: TextStyle): void {
    this.#isAfterSpace = true;
    this.#append('\n', style);
  }

  /** The words as nodes and as they are printed, without white space at both ends; the line is empty from now on. */
  take(): (TextRun | TemplateLink)[] {
    const stretches = trimmed(this.#stretches);
    this.#stretches = [];
    this.#isAfterSpace = true;
    this.#length = 0;
    return nodesOf(stretches);
  }

  #append(text: string, { marks, url }: TextStyle): void {
    this.#length += text.length;
    const last = this.#stretches.at(-1);
    if (last !== undefined && last.url === url && isSameStyle(last.marks, marks)) last.text += text;
    else this.#stretches.push({ text, marks, url });
  }
}

/** The characters of a line; the address of a link is printed beside it. */
export function lengthOf(line: readonly (TextRun | TemplateLink)[]): number {
  return line.reduce((sum, node) => sum + ('text' in node ? node.text.length : node.url.length + lengthOf(node.children)), 0);
}

/** Whether a node is text or a link. */
export function isInline(node: TemplateNode | undefined): boolean {
  return node !== undefined && ('text' in node || node.type === 'link');
}

function isSameStyle(one: Omit<TextRun, 'text'>, other: Omit<TextRun, 'text'>): boolean {
  return one.bold === other.bold && one.italic === other.italic && one.underline === other.underline;
}

function trimmed(stretches: readonly Stretch[]): Stretch[] {
  const first = stretches.findIndex(({ text }) => text.trim() !== '');
  const last = stretches.findLastIndex(({ text }) => text.trim() !== '');
  return first === -1
    ? []
    : stretches.slice(first, last + 1).map((each, at, { length }) => {
        const text = at === 0 ? each.text.trimStart() : each.text;
        return { ...each, text: at === length - 1 ? text.trimEnd() : text };
      });
}

function nodesOf(stretches: readonly Stretch[]): (TextRun | TemplateLink)[] {
  const nodes: (TextRun | TemplateLink)[] = [];
  for (const { text, marks, url } of stretches) {
    const words = { text: text.normalize('NFC'), ...marks };
    const last = nodes.at(-1);
    if (url === undefined) nodes.push(words);
    else if (last !== undefined && 'url' in last && last.url === url) last.children.push(words);
    else nodes.push({ type: 'link', url, children: [words] });
  }
  return nodes;
}
