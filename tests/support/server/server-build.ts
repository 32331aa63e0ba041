import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildServer } from '../../../scripts/build-server.mjs';

/** Bundles of the server's own TypeScript, made for one test file. */
export type TestBuild = {
  /** The bundle of that entry. */
  url(entry: string): URL;
  remove(): void;
};

/**
 * Bundles `entries` (name to source, from the project's root) into a folder that resolves node_modules, as the product's build
 * does.
 */
export async function buildForTests(entries: Record<string, string>): Promise<TestBuild> {
  const cache = path.resolve(import.meta.dirname, '../../../node_modules/.cache');
  fs.mkdirSync(cache, { recursive: true });
  const outDir = fs.mkdtempSync(path.join(cache, 'tests-'));
  await buildServer({ outDir, entries });
  return {
    url: (entry) => pathToFileURL(path.join(outDir, `${entry}.js`)),
    remove: () => fs.rmSync(outDir, { recursive: true, force: true }),
  };
}
