import type { InkBox, Meaning, WriteBlock, WriteBox, WriteField } from './blocks.ts';
import { ownPieces } from './pieces.ts';
import { preparedMeaning } from './prepare-rows.ts';
import { qrSvg } from './qr.ts';

/** Turns what is filled in by hand into what the template draws. */
export function prepareWrite(block: WriteBlock): object {
  switch (block.kind) {
    case 'labelBoxes':
      return { kind: block.kind, label: ownPieces(block.label), rows: boxRows(block.rows) };
    case 'writeBoxes':
      return {
        kind: block.kind,
        rows: boxRows(block.rows),
      };
    case 'writeFields':
      return {
        kind: block.kind,
        rows: fieldRows(block.rows).map((row) => row.map(fieldTexts)),
      };
    case 'writeLines':
      return block;
    case 'codedCase':
      return {
        kind: block.kind,
        code: ownPieces(block.code),
        ...(block.qr !== undefined && { qr: qrSvg(block.qr) }),
        title: ownPieces(block.title),
        lines: block.lines.map((each) => ownPieces(each)),
        strong: block.strong.map((each) => ownPieces(each)),
        options: block.options.map((each) => prepareOption(each)),
        rows: boxRows(block.rows),
      };
  }
}

/** Letters of all ticks of a field that has room in half of the width, as those of yes and no; and of the words before a line. */
const FEW_LETTERS = 6;
const SHORT_LABEL = 21;

/** Questions that follow each other and are short stand side by side, two and two: with ticks alone, or with a line alone. */
function fieldRows(fields: readonly WriteField[]): WriteField[][] {
  const rows: WriteField[][] = [];
  for (const field of fields) {
    const [first, second] = rows.at(-1) ?? [];
    if (first !== undefined && second === undefined && shape(first) !== 'WIDE' && shape(first) === shape(field))
      rows.at(-1)?.push(field);
    else rows.push([field]);
  }
  return rows;
}

/** In two languages a question needs the whole width. */
function shape({ label, options = [], lines = 0, meaning }: WriteField): 'TICKS' | 'LINE' | 'WIDE' {
  if (meaning !== undefined) return 'WIDE';
  if (options.length === 0) return lines <= 1 && label.length <= SHORT_LABEL ? 'LINE' : 'WIDE';
  return lines === 0 && options.join('').length <= FEW_LETTERS ? 'TICKS' : 'WIDE';
}

function fieldTexts({ label, options = [], lines, meaning }: WriteField): unknown {
  return {
    label: ownPieces(label),
    ...(meaning && { meaning: preparedMeaning({ language: meaning.language, text: meaning.label }) }),
    options: options.map((each, at) => prepareOption(each, meaning && { ...meaning, text: meaning.options[at] })),
    lines: lines ?? (options.length === 0 ? 1 : 0),
  };
}

/** The words beside a box to tick, and what they mean, in one line. */
function prepareOption(words: string, meaning?: { language: Meaning['language']; text: string | undefined }): object {
  const { language, text } = meaning ?? {};
  return {
    pieces: ownPieces(words),
    ...(language !== undefined && text !== undefined && { meaning: { language, pieces: ownPieces(text) } }),
  };
}

function boxRows(rows: readonly (readonly WriteBox[])[]): unknown {
  return rows.map((row) => row.map(({ label, share }) => ({ label: ownPieces(label), share: share ?? 1 })));
}

/** The boxes of a witness, where a signer may need one. */
export function prepareWitness({ witness }: InkBox): { witness?: unknown } {
  if (witness === undefined) return {};
  return { witness: { lead: ownPieces(witness.lead), sentences: witness.sentences.map((each) => ownPieces(each)) } };
}
