import { isUtf16 } from './file-kind.ts';
import { RefusedImport } from './refused-import.ts';

export type DecodedText = { readonly text: string; readonly encoding: 'UTF-8' | 'UTF-16' | 'WINDOWS-1252' };

/** The characters of the bytes 0x80 to 0x9F in windows-1252. Node 20 decodes them as controls; the five free places are controls. */
const UPPER_CONTROLS = [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'];

/**
 * The text of a file: by its byte order mark, else UTF-8 where every byte fits, else windows-1252, which spreadsheets write.
 *
 * @throws RefusedImport DAMAGED for UTF-16 that is none
 */
export function decodeText(file: Buffer): DecodedText {
  if (isUtf16(file)) {
    const text = decodeStrictly(file, file[0] === 0xff ? 'utf-16le' : 'utf-16be');
    if (text === undefined || text.includes('\0')) throw new RefusedImport('DAMAGED');
    return { text, encoding: 'UTF-16' };
  }
  const text = decodeStrictly(file, 'utf-8');
  return text === undefined ? { text: decodeWindows1252(file), encoding: 'WINDOWS-1252' } : { text, encoding: 'UTF-8' };
}

/** The text without its byte order mark, or undefined for bytes that are not of the encoding. */
function decodeStrictly(file: Buffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(file);
  } catch {
    return undefined;
  }
}

function decodeWindows1252(file: Buffer): string {
  return file
    .toString('latin1')
    .replaceAll(/[\u0080-\u009F]/g, (control) => UPPER_CONTROLS[control.charCodeAt(0) - 0x80] ?? control);
}
