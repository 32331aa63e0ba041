import { isUtf16 } from './file-kind.ts';
import { RefusedImport } from './refused-import.ts';
import { decodeWindows1252 } from './windows-1252.ts';

/** Begins a file that says of itself that it is UTF-8. */
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

export type DecodedText = { readonly text: string; readonly encoding: 'UTF-8' | 'UTF-16' | 'WINDOWS-1252' };

/**
 * The text of a file: by its byte order mark, else UTF-8 where its bytes fit, but for stray ones, else windows-1252, which spreadsheets
 * write.
 *
 * @throws RefusedImport DAMAGED for UTF-16 that is none
 */
export function decodeText(file: Buffer): DecodedText {
  if (isUtf16(file)) {
    const text = decodeStrictly(file, file[0] === 0xff ? 'utf-16le' : 'utf-16be');
    if (text === undefined || text.includes('\0')) throw new RefusedImport('DAMAGED');
    return { text, encoding: 'UTF-16' };
  }
  const text = decodeStrictly(file, 'utf-8') ?? decodeWithStrayBytes(file);
  return text === undefined ? { text: decodeWindows1252(file), encoding: 'WINDOWS-1252' } : { text, encoding: 'UTF-8' };
}

/**
 * UTF-8 in which some bytes are none: each stands as U+FFFD, so that its cell is faulty and the rest is right. Undefined where fewer
 * characters of several bytes are whole than broken: then the file is in another encoding.
 */
function decodeWithStrayBytes(file: Buffer): string | undefined {
  const text = new TextDecoder('utf-8').decode(file);
  if (file.subarray(0, 3).equals(BYTE_ORDER_MARK)) return text;
  const broken = text.match(/\uFFFD/g)?.length ?? 0;
  const sound = text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0;
  return sound >= broken ? text : undefined;
}

/** The text without its byte order mark, or undefined for bytes that are not of the encoding. */
function decodeStrictly(file: Buffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(file);
  } catch {
    return undefined;
  }
}
