import type { ImportRefusal } from '#domain/imports/import-refusals.ts';

/** Ends the reading of a file that is not imported. */
export class RefusedImport extends Error {
  override name = 'RefusedImport';
  readonly reason: ImportRefusal;

  constructor(reason: ImportRefusal) {
    super(reason);
    this.reason = reason;
  }
}
