import type { PdfBlock, WriteBox, WriteField } from '#server/outside/pdf/blocks.ts';

/** The answers to a question of yes or no. */
export const YES_NO_ANSWERS: readonly string[] = ['Yes', 'No'];

/** Questions to answer by hand. */
export function fields(...rows: readonly WriteField[]): PdfBlock {
  return { kind: 'writeFields', rows };
}

/** Empty lines to write on. */
export function lines(count: number): PdfBlock {
  return { kind: 'writeLines', lines: count };
}

/** A place for the label that the ward prints of a patient, beside boxes for the same by hand. */
export function labelBoxes(rows: readonly (readonly WriteBox[])[]): PdfBlock {
  return { kind: 'labelBoxes', label: 'Patient’s label', rows };
}

/** Whether the patient took a copy, ticked when the form is signed. */
export const COPY_TAKEN: PdfBlock = fields({ label: 'Copy taken', options: YES_NO_ANSWERS });
