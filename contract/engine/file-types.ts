/** Types of the content of files that calls answer, as the header names them. */
export const FILE_TYPES = {
  PDF: 'application/pdf',
  CSV: 'text/csv; charset=utf-8',
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  PNG: 'image/png',
  JPEG: 'image/jpeg',
  SVG: 'image/svg+xml',
  FHIR: 'application/fhir+json',
  ZIP: 'application/zip',
  /** a time stamp, as the authority gave it */
  STAMP: 'application/octet-stream',
} as const;

/** The types of a list that leaves as a file. */
export const LIST_FILE_TYPES = [FILE_TYPES.CSV, FILE_TYPES.XLSX] as const;
