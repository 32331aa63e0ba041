import { Parser } from 'htmlparser2';
import { HtmlReader, HtmlTooLarge } from '#domain/templates/html-reader.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import { Refused } from '#server/api-error.ts';

/** The refusal of HTML that a preview cannot draw; the message says what to do, and quotes nothing. */
export function htmlRefusal(message: string): Refused {
  return new Refused('INVALID', { fields: [{ path: 'htmlString', message }] });
}

/**
 * HTML reduced to the nodes of a template.
 *
 * @throws Refused INVALID for more than a preview draws
 */
export function nodesOfHtml(html: string): TemplateNode[] {
  const reader = new HtmlReader((address) => (URL.canParse(address) ? new URL(address).href : undefined));
  try {
    new Parser(reader).end(html);
    return reader.nodes();
  } catch (error) {
    throw error instanceof HtmlTooLarge ? htmlRefusal(error.message) : error;
  }
}
