import type { ChoiceLine, ChoiceRow, SignatureBlock, SignatureMark } from './blocks.ts';
import { inkSvg } from './ink.ts';
import { ownPieces } from './pieces.ts';

/** Turns the texts of a flat object into pieces and leaves the rest out. */
export function eachText(row: Record<string, unknown>): Record<string, unknown> {
  const texts = Object.entries(row).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts.map(([key, text]) => [key, ownPieces(text)]));
}

/** A choice for the template, with its later answers. */
export function choiceTexts({ later, ...row }: ChoiceRow): object {
  const line = ({ tone, ...texts }: ChoiceLine) => ({ ...eachText(texts), tone });
  return { ...line(row), ...(later === undefined ? {} : { later: later.map(line) }) };
}

/** A signature for the template. */
export function prepareSignature(block: SignatureBlock): unknown {
  return { ...eachText(block), kind: block.kind, plainName: block.name, mark: prepareMark(block.mark) };
}

function prepareMark(mark: SignatureMark): unknown {
  switch (mark.kind) {
    case 'ink':
      return { kind: mark.kind, svg: inkSvg(mark.strokes) };
    case 'typed':
      return { kind: mark.kind, pieces: ownPieces(mark.text), size: Math.min(24, Math.max(9, 290 / mark.text.length)) };
    case 'spoken':
    case 'paper':
    case 'empty':
      return { kind: mark.kind, pieces: ownPieces(mark.words ?? '') };
  }
}
