import type { ScanRefusal } from '#domain/documents/scan-refusals.ts';

/** Ends the inspection of a scan that is not taken. */
export class RefusedScan extends Error {
  override name = 'RefusedScan';
  readonly reason: ScanRefusal;

  constructor(reason: ScanRefusal) {
    super(reason);
    this.reason = reason;
  }
}
