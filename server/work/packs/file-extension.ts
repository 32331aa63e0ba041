/** The first bytes of the kinds of file that are stored, as text of one byte a letter. */
const STARTS: readonly (readonly [start: string, extension: string])[] = [
  ['%PDF-', 'pdf'],
  ['\u0089PNG', 'png'],
  ['\u00FF\u00D8\u00FF', 'jpg'],
  ['PK\u0003\u0004', 'zip'],
  ['\u0030\u0082', 'der'],
];

/** The extension of a stored file, by its first bytes; `bin` for a part of one. */
export function fileExtension(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 8)).toString('latin1');
  return STARTS.find(([each]) => start.startsWith(each))?.[1] ?? 'bin';
}
