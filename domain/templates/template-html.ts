import { isRule } from './template-words.ts';
import type { TemplateBlock, TemplateNode, TextRun } from './template.ts';

/** The nodes as HTML that reads as the same nodes again. */
export function htmlOfNodes(nodes: readonly TemplateNode[]): string {
  return nodes.map(htmlOf).join('');
}

const TAGS: Partial<Record<TemplateBlock['type'], string>> = {
  paragraph: 'p',
  'heading-one': 'h1',
  'heading-two': 'h2',
  'bulleted-list': 'ul',
  'numbered-list': 'ol',
  'list-item': 'li',
};

function htmlOf(node: TemplateNode): string {
  if ('text' in node) return markedHtml(node);
  if (node.type === 'link') return `<a href="${escaped(node.url)}">${htmlOfNodes(node.children)}</a>`;
  if (isRule(node)) return '<hr>';
  const tag = TAGS[node.type] ?? node.type;
  return `<${tag}>${htmlOfNodes(node.children)}</${tag}>`;
}

function markedHtml({ text, bold, italic, underline }: TextRun): string {
  const marks = [bold === true ? 'b' : '', italic === true ? 'i' : '', underline === true ? 'u' : ''].filter(
    (each) => each !== '',
  );
  return marks.reduce((inside, mark) => `<${mark}>${inside}</${mark}>`, escaped(text).replaceAll('\n', '<br>'));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
