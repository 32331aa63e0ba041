import fs from 'node:fs';
import path from 'node:path';

/** Where Linux has a file system in memory. */
const MEMORY = '/dev/shm';
/** Room below which temporary files stay on the disk, bytes. */
const ROOM_LEAST = 4 * 1024 ** 3;
const NAME = 'assent-tests-';

/**
 * Lets this process and its children keep temporary files in memory, where the machine has room for them: a database is copied for each
 * test file, which takes twenty times as long on a disk. The folder is removed when this process ends; folders of processes that were
 * killed are removed by the next run.
 *
 * TEST_MEMORY=off leaves them on the disk.
 */
export function useMemoryFolder(): void {
  const { TEST_MEMORY, TMPDIR } = process.env;
  if (TEST_MEMORY === 'off' || TMPDIR?.startsWith(path.join(MEMORY, NAME)) || !hasRoom()) return;
  for (const name of fs.readdirSync(MEMORY))
    if (name.startsWith(NAME) && !isRunning(Number(name.slice(NAME.length))))
      fs.rmSync(path.join(MEMORY, name), { recursive: true, force: true });
  const folder = path.join(MEMORY, `${NAME}${process.pid}`);
  fs.mkdirSync(folder, { recursive: true });
  // PostgreSQL runs as another user, and finds its own folder inside.
  fs.chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync(MEMORY);
    return bavail * bsize >= ROOM_LEAST;
  } catch {
    // Systems without such a folder keep their files on the disk.
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
