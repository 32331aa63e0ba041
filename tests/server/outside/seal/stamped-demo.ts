import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openCallOut } from '#server/outside/call-out.ts';
import type { StampAuthority } from '#server/outside/seal/stamp.ts';
import type { Sealer, SealerOptions } from '#server/outside/seal/sealer.ts';
import { demoSealer } from './sealed-demo.ts';
import { openTsa, type Tsa, type TsaFault } from './tsa.ts';

/** A file with these texts, gone after the test. */
export function fileWith(...texts: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'stamp-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'file.pem');
  writeFileSync(path, texts.join('\n'));
  return path;
}

/** An authority that is gone after the test. */
export async function loopbackTsa(...given: Parameters<typeof openTsa>): Promise<Tsa> {
  const tsa = await openTsa(...given);
  onTestFinished(tsa.close);
  return tsa;
}

/** An authority as a server asks it that trusts it. */
export function authorityOf({ url, root }: Pick<Tsa, 'url' | 'root'>): StampAuthority {
  return {
    url,
    timeoutMs: 5000,
    roots: [new X509Certificate(root)],
    lists: () => Promise.resolve([]),
    callOut: openCallOut({ outboundHosts: [] }),
  };
}

/** A hospital that trusts an authority of its own, and asks it. */
export async function stampingSealer(
  changes: Partial<SealerOptions> = {},
  fault: TsaFault = 'none',
): Promise<{ sealer: Sealer; tsa: Tsa }> {
  const tsa = await loopbackTsa(fault);
  return { tsa, sealer: await demoSealer({ tsaUrl: tsa.url, tsaRoots: fileWith(tsa.root), ...changes }) };
}

/** The file with one stamp more. */
export async function archived(sealer: Sealer, file: Uint8Array): Promise<Buffer> {
  const made = await sealer.archive?.(file);
  if (!made) throw new Error('This sealer asks nobody');
  return made.bytes;
}
