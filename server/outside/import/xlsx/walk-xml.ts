import { StringDecoder } from 'node:string_decoder';
import { Parser } from 'htmlparser2';
import { RefusedImport } from '#server/outside/import/refused-import.ts';

type XmlHandlers = {
  /** @param tag - without its prefix */
  readonly open: (tag: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (tag: string) => void;
};

/** Bytes that are decoded at once, so that a walk that ends early has not decoded the rest. */
const CHUNK = 64 * 1024;

/**
 * Walks through a part of a workbook, from its beginning. Whatever a handler throws ends the walk.
 *
 * @throws RefusedImport DAMAGED for XML that is cut short, or whose elements do not close in their order
 */
export function walkXml(part: Buffer, { open, text, close }: XmlHandlers): void {
  let justOpened = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        justOpened = true;
        open(localName(name), attributes);
      },
      ontext(characters) {
        text?.(characters);
      },
      onclosetag(name, isImplied) {
        // One that closes itself is implied as well, directly after its beginning.
        if (isImplied && !justOpened) throw new RefusedImport('DAMAGED');
        justOpened = false;
        close?.(localName(name));
      },
    },
    { xmlMode: true },
  );
  const decoder = new StringDecoder('utf8');
  for (let from = 0; from < part.length; from += CHUNK) parser.write(decoder.write(part.subarray(from, from + CHUNK)));
  parser.end(decoder.end());
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Whether an attribute of yes or no says yes. */
export function isOn(attribute: string | undefined): boolean {
  return attribute === '1' || attribute === 'true';
}
