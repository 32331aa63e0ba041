import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { sha256Hex } from '#server/sha256.ts';
import { writeSealed, type SealedWriter } from './sealed-file.ts';

/** A part as it was written. */
export type WrittenPart = { readonly number: number; readonly file: string; readonly bytes: number; readonly sha256: string };

/** Files that are put into ZIPs one after another; each ZIP is whole by itself. */
export type ZipParts = {
  /** @param isPacked - whether the file is small already, as a PDF is */
  add(path: string, bytes: Uint8Array, isPacked?: boolean): Promise<void>;
  end(): Promise<WrittenPart[]>;
  stop(): void;
};

type Options = {
  /** the most bytes of a part; a single file that is larger has a part of its own */
  readonly most: number;
  /** the file of a part, and for what it is sealed */
  readonly fileOf: (number: number) => { readonly file: string; readonly path: string; readonly purpose: string };
  readonly key: Uint8Array;
  /** of every entry */
  readonly at: Date;
};

/** Room for the names of an entry in its two headers, bytes. */
const HEADERS = 400;

/** Writes sealed ZIPs; one file at a time is in the memory. */
export function zipParts({ most, fileOf, key, at }: Options): ZipParts {
  const done: WrittenPart[] = [];
  let current:
    | { zip: Zip; writer: SealedWriter; file: string; size: number; pieces: Uint8Array[]; failed: Error | undefined }
    | undefined;

  const begin = () => {
    const { file, path, purpose } = fileOf(done.length + 1);
    const part = {
      writer: writeSealed(path, { key, purpose }),
      file,
      size: 0,
      pieces: [] as Uint8Array[],
      failed: undefined as Error | undefined,
    };
    const zip = new Zip((error, piece) => {
      if (error) part.failed = error;
      else part.pieces.push(piece);
    });
    return Object.assign(part, { zip });
  };
  const flush = async (part: NonNullable<typeof current>) => {
    if (part.failed !== undefined) throw part.failed;
    for (const piece of part.pieces.splice(0)) {
      part.size += piece.length;
      await part.writer.write(piece);
    }
  };
  const finish = async () => {
    if (current === undefined) return;
    current.zip.end();
    await flush(current);
    const { bytes, sha256 } = await current.writer.end();
    done.push({ number: done.length + 1, file: current.file, bytes, sha256 });
    current = undefined;
  };
  return {
    add: async (path, bytes, isPacked = false) => {
      if (current !== undefined && current.size + bytes.length + HEADERS > most) await finish();
      current ??= begin();
      const entry = isPacked ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 });
      entry.mtime = at;
      current.zip.add(entry);
      entry.push(bytes, true);
      await flush(current);
    },
    end: async () => {
      await finish();
      return done;
    },
    stop: () => current?.writer.stop(),
  };
}

/** A name for a file of a part, which says nothing. */
export function partName(id: string): string {
  return `${sha256Hex(id).slice(0, 32)}.part`;
}
