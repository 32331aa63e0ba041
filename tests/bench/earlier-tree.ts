import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.resolve(import.meta.dirname, '../..');
/** The folders of which code on the server is made. */
const ROOMS = ['domain', 'contract', 'server', 'package.json', 'tsconfig.base.json'];

/** The sources of an earlier commit, imported into this process: what they cost is measured beside today's. */
export type EarlierTree = {
  /** Imports a module by its path in the tree, such as `server/outside/pdf/typst.ts`. */
  readonly load: (module: string) => Promise<Record<string, unknown>>;
  readonly has: (module: string) => boolean;
  readonly remove: () => void;
};

/**
 * Lays the sources of a commit beside today's packages.
 *
 * @param commit - as git names it
 * @throws Error when git knows no such commit
 */
export function earlierTree(commit: string): EarlierTree {
  const folder = mkdtempSync(path.join(tmpdir(), 'assent-before-'));
  const archive = execFileSync('git', ['archive', commit, ...ROOMS], { cwd: root, maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return {
    load: (module) =>
      import(/* @vite-ignore */ pathToFileURL(path.join(folder, module)).href) as Promise<Record<string, unknown>>,
    has: (module) => existsSync(path.join(folder, module)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
