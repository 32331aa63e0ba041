import type { TheatreCase } from '#contract/theatre.ts';
import type { CodedVersion } from '#server/data/consents/sheet-codes.ts';

/** A case on a sheet; without a code where nothing can be brought back for it. */
export type SheetCase = TheatreCase & { coded: CodedVersion | undefined };
