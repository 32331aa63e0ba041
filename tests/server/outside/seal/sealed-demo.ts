import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openSealer } from '#server/outside/seal/sealer.ts';
import type { Sealer, SealerOptions } from '#server/outside/seal/sealer.ts';

export const NOW = Date.UTC(2026, 10, 6, 14, 6, 42);

/** An empty folder that is gone after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'seal-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A sealer of a hospital that only tests know, with keys of its own. */
export function demoSealer(changes: Partial<SealerOptions> = {}): Promise<Sealer> {
  return openSealer({ dataDir: newFolder(), organisationName: 'Demo General Hospital', clock: () => NOW, ...changes });
}
