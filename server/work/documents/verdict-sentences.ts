import { localDate, longDate } from '#domain/values/plain-date.ts';
import { refusalSentence } from '#domain/documents/refusal-words.ts';
import type { FileKind, VerdictReason } from '#domain/documents/document-kinds.ts';
import type { Settings } from '#server/settings.ts';
import { FILE_SENTENCES } from './file-kind.ts';

/** How a file was not found as a document of ours. */
export type Unfound = Exclude<VerdictReason, 'FOUND' | 'OURS_UNSEALED'>;

type Facts = {
  readonly settings: Pick<Settings, 'timeZone' | 'supportEmail'>;
  /** the name in a stranger's certificate */
  readonly sealedBy?: string | undefined;
  /** of a deleted document, ISO */
  readonly gone?: { readonly sealedAt: string; readonly goneAt: string } | undefined;
};

const CHANGED = 'This file carries our seal and was changed afterwards. Do not rely on it.';

/** The result of `/verify` for a file that was not found, as a sentence for a person. */
export function reasonWords(reason: Unfound, { settings, sealedBy = '', gone }: Facts): string {
  const day = (instant: string | undefined) => (instant === undefined ? '' : dayIn(instant, settings));
  switch (reason) {
    case 'DELETED':
      return `Sealed here on ${day(gone?.sealedAt)}, and unchanged. Our record of it was deleted on ${day(gone?.goneAt)}: nobody can say here whether it still holds.`;
    case 'NOT_IN_RECORDS':
      return `This file carries our seal and is unchanged, but is not in our records. It may be newer than our last backup, or from another server of this hospital. Ask ${settings.supportEmail}.`;
    case 'CHANGED':
    case 'DAMAGED':
      return CHANGED;
    case 'OTHER_SEAL':
      return `Sealed by somebody else (${sealedBy}). We can say nothing about it.`;
    case 'NO_SEAL':
      return 'Not sealed here. A copy that a program saved or printed again loses its seal: use the file you were given.';
  }
}

/** The result for a file that is stored here. @param facts - `at` ISO, of a refusal when it was given */
export function foundWords(kind: FileKind, { at, settings }: { at: string; settings: Pick<Settings, 'timeZone'> }): string {
  if (kind === 'REFUSAL') return refusalSentence(localDate(Date.parse(at), settings.timeZone));
  return FILE_SENTENCES[kind];
}

function dayIn(instant: string, { timeZone }: Pick<Settings, 'timeZone'>): string {
  return longDate(localDate(Date.parse(instant), timeZone));
}
