import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A disk of its own, small enough to be filled. */
export type SmallDisk = {
  readonly folder: string;
  /** Leaves no byte free. */
  fill(): void;
  /** Gives back what `fill` took. */
  free(): void;
  remove(): void;
};

/** Whether this process may mount one: it has to be root on Linux. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0;

/** @param megabytes - its size; it is in memory */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'assent-test', folder]);
  const filler = path.join(folder, 'filler');
  const remove = (): void => {
    execFileSync('umount', ['-l', folder]);
    fs.rmdirSync(folder);
  };
  process.once('exit', remove);
  return {
    folder,
    fill: () => {
      for (const size of [1_048_576, 4_096]) {
        const piece = Buffer.alloc(size, 1);
        try {
          for (;;) fs.appendFileSync(filler, piece);
        } catch (error) {
          if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
        }
      }
    },
    free: () => fs.rmSync(filler, { force: true }),
    remove: () => {
      process.off('exit', remove);
      remove();
    },
  };
}
