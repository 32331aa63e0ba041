import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildServer } from './build-server.mjs';

const root = path.resolve(import.meta.dirname, '..');

/**
 * Draws the blank forms as files of the page, by the server's own code: `FORM_1.pdf` to `FORM_4.pdf`.
 *
 * @param {string} folder - of the files
 */
export async function drawForms(folder) {
  const outDir = path.join(root, 'node_modules/.cache/forms');
  await buildServer({ outDir, entries: { 'draw-blank-forms': 'server/work/documents/blank/draw-blank-forms.ts' } });
  const { drawBlankForms } = await import(pathToFileURL(path.join(outDir, 'draw-blank-forms.js')).href);
  mkdirSync(folder, { recursive: true });
  for (const { name, bytes } of await drawBlankForms()) writeFileSync(path.join(folder, name), bytes);
}
