import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

/** Bytes that are sealed at once: a piece is opened before any of it is given out. */
const PIECE = 1024 * 1024;
const GCM_TAG_BYTES = 16;
const GCM_NONCE_BYTES = 12;

/** A sealed file is not the one that was written: altered, cut, or under another key. */
export class SealedFileUnreadable extends Error {
  override readonly name = 'SealedFileUnreadable';
}

/** A file that is being written: `end` gives the size and the digest of what was passed in. */
export type SealedWriter = {
  write(bytes: Uint8Array): Promise<void>;
  end(): Promise<{ bytes: number; sha256: string }>;
  stop(): void;
};

type Sealed = {
  /** 32 bytes, of this pack alone */
  readonly key: Uint8Array;
  /** says which file of which pack it is: a file that was moved does not open */
  readonly purpose: string;
};

/** Writes a file sealed with AES-256-GCM, a piece at a time; the last piece says that it is the last. Its nonces count, under a key that seals nothing else twice. */
export function writeSealed(path: string, { key, purpose }: Sealed): SealedWriter {
  const stream = createWriteStream(path, { mode: 0o600, flush: true });
  const written = finished(stream);
  // Heard where the file is ended or written to.
  written.catch(() => undefined);
  const hash = createHash('sha256');
  let [total, number] = [0, 0];
  let waiting = Buffer.alloc(0);
  const put = async (piece: Uint8Array, isLast: boolean): Promise<void> => {
    const cipher = createCipheriv('aes-256-gcm', key, ivOf({ purpose, number })).setAAD(aadOf({ purpose, number, isLast }));
    number += 1;
    const sealed = Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
    if (!stream.write(sealed)) await Promise.race([once(stream, 'drain'), written]);
  };
  return {
    write: async (bytes) => {
      hash.update(bytes);
      total += bytes.length;
      waiting = Buffer.concat([waiting, bytes]);
      // One piece is held back: whether it is the last is known when more comes.
      while (waiting.length > PIECE) {
        await put(waiting.subarray(0, PIECE), false);
        waiting = waiting.subarray(PIECE);
      }
    },
    end: async () => {
      await put(waiting, true);
      stream.end();
      await written;
      return { bytes: total, sha256: hash.digest('hex') };
    },
    stop: () => void stream.destroy(),
  };
}

/** Opens a sealed file, a piece at a time. @throws SealedFileUnreadable */
export async function* readSealed(path: string, { key, purpose }: Sealed): AsyncGenerator<Buffer> {
  let number = 0;
  let waiting = Buffer.alloc(0);
  const open = (piece: Buffer, isLast: boolean): Buffer => {
    const sealed = { purpose, number, isLast };
    number += 1;
    return opened(piece, { key, sealed });
  };
  const most = PIECE + GCM_TAG_BYTES;
  for await (const bytes of createReadStream(path)) {
    // A stream without an encoding gives buffers.
    waiting = Buffer.concat([waiting, bytes as Buffer]);
    while (waiting.length > most) {
      yield open(waiting.subarray(0, most), false);
      waiting = waiting.subarray(most);
    }
  }
  yield open(waiting, true);
}

type Piece = { readonly purpose: string; readonly number: number; readonly isLast: boolean };

function opened(piece: Buffer, { key, sealed }: { key: Uint8Array; sealed: Piece }): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, ivOf(sealed), { authTagLength: GCM_TAG_BYTES }).setAAD(aadOf(sealed));
    decipher.setAuthTag(piece.subarray(-GCM_TAG_BYTES));
    return Buffer.concat([decipher.update(piece.subarray(0, -GCM_TAG_BYTES)), decipher.final()]);
  } catch (cause) {
    throw new SealedFileUnreadable('A sealed file was altered or moved', { cause });
  }
}

/** A nonce of the file and the piece: files of one pack share its key. */
function ivOf({ purpose, number }: Pick<Piece, 'purpose' | 'number'>): Buffer {
  const iv = createHash('sha256').update(purpose).digest().subarray(0, GCM_NONCE_BYTES);
  iv.writeUInt32BE(number, GCM_NONCE_BYTES - 4);
  return iv;
}

function aadOf({ purpose, number, isLast }: Piece): Buffer {
  return Buffer.from(`${purpose}:${number}:${isLast ? 'last' : 'more'}`);
}
