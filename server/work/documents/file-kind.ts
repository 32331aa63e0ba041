import type { FileKind } from '#domain/documents/document-kinds.ts';
import type { DocumentKind } from '#server/data/tables/tables.ts';

/** The kind under which the file of a wire kind is stored. */
export function storedKindOf(kind: FileKind): DocumentKind {
  return kind === 'TIMESTAMPED' ? 'TIMESTAMP' : kind;
}

/** The kind that callers know a stored file by; a viewing copy of an earlier end is one like the present. */
export function fileKindOf(kind: DocumentKind): FileKind {
  if (kind === 'TIMESTAMP') return 'TIMESTAMPED';
  return kind === 'VIEW_EARLIER' ? 'VIEW' : kind;
}

/** The result of `/verify` for each kind of file, as a sentence for a person. */
export const FILE_SENTENCES: Record<FileKind, string> = {
  SIGNED: 'This file is exactly the document that was sealed.',
  VIEW: 'This file is exactly the viewing copy that was made here. It shows the state of the form; the sealed document is another file.',
  TIMESTAMPED: 'This file is the time stamp of a sealed document, as the time-stamp authority gave it.',
  CONFIRMATION:
    'This file is exactly the confirmation on the day that was sealed. It belongs to a sealed form, which is another file.',
  OUTCOME:
    'This file is exactly the outcome of a disagreement that was sealed. It belongs to a sealed form, which is another file.',
  REFUSAL: 'This file is exactly the refusal of treatment that was sealed. It is no consent.',
  AUDIT: 'This file is exactly the list of what happened to a form, as it was made here. The form itself is another file.',
  PRE_SIGNED: 'This file is exactly a form that was made here before it was signed. Nobody has signed it, and it is not sealed.',
  PAPER: 'This file is exactly a form that was made here to be printed. Nobody has signed it, and it is not sealed.',
  SCAN: 'This file is exactly a scan that is stored here. A scan is not sealed, so nothing shows whether the paper itself is real.',
};
