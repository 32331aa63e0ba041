import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** The WebAssembly that an installed package carries, by its path in the package: nothing is fetched. */
export async function readWasm(path: string): Promise<ArrayBuffer> {
  const bytes = await readFile(resolve(path));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}
