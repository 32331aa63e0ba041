import type { ScanRefusal } from '#domain/documents/scan-refusals.ts';

/** A scan that is refused: its name, the reason, and its files. */
export type HostileScan = readonly [name: string, reason: ScanRefusal, files: () => readonly Uint8Array[]];
