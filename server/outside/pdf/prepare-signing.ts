import type { PdfBlock, SignatureBlock, SignatureMark, TimelineRow } from './blocks.ts';
import { inkSvg } from './ink.ts';
import { LONG_TEXT, ownPieces } from './pieces.ts';
import { eachText, signedMeaning } from './prepare-rows.ts';

/** A block, or the signatures of a row. */
export type Row = Exclude<PdfBlock, SignatureBlock> | SignatureBlock[];

/**
 * Signatures that follow each other stand side by side, two and two; one with a long statement has the whole width. Those of people who
 * did not sign are lines behind the others.
 */
export function paired(blocks: readonly PdfBlock[]): Row[] {
  const found: Row[] = [];
  let absent: SignatureBlock[] = [];
  const end = () => {
    if (absent.length > 0) found.push(absent);
    absent = [];
  };
  for (const block of blocks) {
    const last = found.at(-1);
    if (block.kind !== 'signature') {
      end();
      found.push(block);
    } else if (isAbsent(block)) absent.push(block);
    else if (Array.isArray(last) && last.length === 1 && mayStandBeside(last, block)) last.push(block);
    else found.push([block]);
  }
  end();
  return found;
}

function mayStandBeside(row: readonly SignatureBlock[], next: SignatureBlock): boolean {
  return next.startsRow !== true && ![...row, next].some((each) => isLong(each) || isAbsent(each));
}

function isAbsent({ mark }: SignatureBlock): boolean {
  return mark.kind === 'absent';
}

/** The kind of a row as the template draws it. */
export function kindOfRow(row: Row): string {
  if ('kind' in row) return row.kind;
  return row.some(isAbsent) ? 'unsigned' : 'signatures';
}

/** Turns the signatures of a row into what the template draws. */
export function preparePair(signatures: readonly SignatureBlock[]): unknown {
  const isUnsigned = signatures.some(isAbsent);
  return {
    kind: kindOfRow([...signatures]),
    items: signatures.map((each) => prepareSignature(each)),
    long: isUnsigned ? signatures.length > 4 : signatures.some(isLong),
  };
}

/** Whether the place of a signer may break over two pages. */
export function isLong({ statement, meaning }: Pick<SignatureBlock, 'statement' | 'meaning'>): boolean {
  return statement.length + (meaning?.text?.length ?? 0) > LONG_TEXT;
}

function prepareSignature(block: SignatureBlock): unknown {
  return { ...eachText(block), ...signedMeaning(block), kind: block.kind, plainName: block.name, mark: prepareMark(block.mark) };
}

function prepareMark(mark: SignatureMark): unknown {
  switch (mark.kind) {
    case 'ink':
      return { kind: mark.kind, svg: inkSvg(mark.strokes) };
    case 'typed':
      return { kind: mark.kind, pieces: ownPieces(mark.text), size: Math.min(24, Math.max(9, 290 / mark.text.length)) };
    case 'spoken':
    case 'paper':
    case 'absent':
    case 'empty':
      return { kind: mark.kind, pieces: ownPieces(mark.words ?? '') };
  }
}

/** The events of a day that follow each other, under its day. */
export function timelineDays(rows: readonly TimelineRow[]): unknown[] {
  const days: { day: string; rows: TimelineRow[] }[] = [];
  for (const row of rows) {
    const last = days.at(-1);
    if (last?.day === row.day) last.rows.push(row);
    else days.push({ day: row.day, rows: [row] });
  }
  return days.map((each) => ({ day: ownPieces(each.day), rows: each.rows.map((row) => eachText(row)) }));
}
