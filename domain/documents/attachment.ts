import type { ScanRefusal } from './scan-refusals.ts';
import { PICTURE_PIXELS_MOST, SCAN_PAGES_MOST } from './file-limits.ts';
import { withoutControl } from '#domain/values/text.ts';

export const ATTACHMENT_TYPES = { PDF: 'application/pdf', JPEG: 'image/jpeg', PNG: 'image/png' } as const;
export type AttachmentKind = keyof typeof ATTACHMENT_TYPES;
export type AttachmentType = (typeof ATTACHMENT_TYPES)[AttachmentKind];

/** Characters of a file's name. */
const FILE_NAME_MOST = 100;
const ENDINGS: Readonly<Record<AttachmentType, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** Reasons why a file is not attached, each with its sentence. */
export const ATTACHMENT_REFUSALS: Readonly<Record<ScanRefusal, string>> = {
  NOT_A_SCAN: 'This is not a PDF, JPEG or PNG file. Save it as one of these.',
  EMPTY: 'There is no file, or the file is empty.',
  TOO_LARGE: 'The file is too large. It may have at most 10 MB.',
  TOO_MANY_PAGES: `The file has too many pages. It may have at most ${SCAN_PAGES_MOST}.`,
  TOO_MANY_PIXELS: `The picture is too large. It may have at most ${PICTURE_PIXELS_MOST / 1e6} megapixels.`,
  MIXED_FILES: 'Attach one file after the other.',
  ENCRYPTED: 'The PDF is locked with a password. Save it without one.',
  ACTIVE_CONTENT: 'The PDF holds more than pages, such as scripts or attached files. Print it as a new PDF.',
  CHANGEABLE: 'Parts of this file can be hidden or changed. Print it to a new PDF.',
  PRINT_COLOURS: 'These are colours for print (CMYK). Save it as RGB.',
  RARE_PICTURE: 'This kind of JPEG is not read here. Save it as a plain JPEG or as PNG.',
  DAMAGED: 'The file is damaged or not complete. Save it again.',
  TOO_SLOW: 'The file could not be checked in time. Print it as a new PDF.',
};

/** The name of a stored file: without folders and control characters, with the ending that its content has. */
export function attachmentName(fileName: string, type: AttachmentType): string {
  const last = withoutControl(fileName).split(/[/\\]/).at(-1)?.trim() ?? '';
  const stem = last.replace(/\.[A-Za-z0-9]{1,5}$/, '').trim();
  return `${stem === '' ? 'Attachment' : stem.slice(0, FILE_NAME_MOST)}.${ENDINGS[type]}`;
}

/** The name under which a file is downloaded, in characters that every header carries. */
export function downloadName(name: string): string {
  return name.normalize('NFKD').replaceAll(/[^A-Za-z0-9._ -]+/g, '_');
}
