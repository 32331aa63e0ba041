import { isReadFromRight } from '#domain/values/patient-languages.ts';
import type { LetterWindow, LinkCode } from './blocks.ts';
import { ownPieces, pieces } from './pieces.ts';
import { qrSvg } from './qr.ts';

/** The window of a letter, and the lines beside it. */
export function preparedWindow({ to, beside, language }: LetterWindow): object {
  return {
    to: to.map((line) => ownPieces(line)),
    beside: beside.map((line) => ownPieces(line)),
    ...(language && { language, rtl: isReadFromRight(language) }),
  };
}

/** A link as a code, with its address whole. */
export function prepareCode({ kind, url, alt, scan, orType }: LinkCode): object {
  return { kind, qr: qrSvg(url), alt, url: url.match(WHOLE_PART), scan: pieces(scan), orType: pieces(orType) };
}

/** Parts of an address between which a line may break: a hyphen at the end of one would be taken for none of the address. */
const WHOLE_PART = /.{7,}?[A-Za-z0-9](?=[A-Za-z0-9]|$)|.+$/gu;
