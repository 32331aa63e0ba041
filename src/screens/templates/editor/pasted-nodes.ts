import { HtmlReader, HtmlTooLarge } from '#domain/templates/html-reader.ts';
import { htmlOfNodes } from '#domain/templates/template-html.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import { Parser } from 'htmlparser2';

/** Pasted content as nodes, or the sentence that says why nothing was pasted. */
export type Pasted = { readonly nodes: readonly TemplateNode[] } | { readonly refusal: string };

/**
 * HTML from any source as the nodes of a template, by the rules of the server's preview. It is parsed as text: no element is ever
 * created, so that nothing in it runs or is fetched.
 */
export function pastedNodesOfHtml(html: string): Pasted {
  const reader = new HtmlReader(asciiOf);
  try {
    new Parser(reader).end(html);
    return { nodes: reader.nodes() };
  } catch (error) {
    if (error instanceof HtmlTooLarge) return { refusal: error.message };
    throw error;
  }
}

/** Plain text as nodes, a paragraph for each line. */
export function nodesOfText(text: string): Pasted {
  const lines = text.split(/\r\n|\r|\n/).map((line): TemplateNode => ({ type: 'paragraph', children: [{ text: line }] }));
  return pastedNodesOfHtml(htmlOfNodes(lines));
}

/** The content of a clipboard or a drop as nodes. */
export function nodesOfTransfer(data: Pick<DataTransfer, 'getData'>): Pasted {
  const html = data.getData('text/html');
  return html.trim() === '' ? nodesOfText(data.getData('text/plain')) : pastedNodesOfHtml(html);
}

function asciiOf(address: string): string | undefined {
  try {
    return new URL(address).href;
  } catch {
    return undefined;
  }
}
