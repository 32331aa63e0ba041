import { inflateSync } from 'node:zlib';
import { RefusedScan } from './refused-scan.ts';

/** The picture of the largest page that is taken, with four colours, bytes. */
const STREAM_MOST = 160_000_000;
/** Twelve pages in colour at 300 dots per inch; unpacking them takes half of the time of a scan, bytes. */
const FILE_INFLATED_MOST = 320_000_000;

/** Inflates the streams of one file, up to a total. */
export class Inflater {
  #left = FILE_INFLATED_MOST;

  /**
   * @param deflated - may go on behind its end
   * @returns undefined where the bytes are not deflated or broken
   * @throws RefusedScan when they unpack to more than a scan has
   */
  inflate(deflated: Buffer): Buffer | undefined {
    try {
      const inflated = inflateSync(deflated, { maxOutputLength: Math.min(STREAM_MOST, this.#left) + 1 });
      this.#left -= inflated.length;
      return inflated;
    } catch (error) {
      const isTooLong = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
      if (isTooLong) throw new RefusedScan('TOO_LARGE');
      return undefined;
    }
  }
}
