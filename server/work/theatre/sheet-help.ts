/** How a workbook is filled in: its second sheet. */
export const SHEET_HELP: readonly string[] = [
  'This sheet stands in for the tablets while none works. It is true as of the time on it: ask each patient.',
  'Outcome: AGREED for a form that was signed on paper, DECLINED, MORE_TIME, or WITHDRAWN.',
  'Time: like 14:05. For another day than that of the operation, with its day: 25/11/2026 14:05.',
  'Signer, role: who signed or said no, and the role behind a comma, such as: Mary Beech, patient.',
  'Clinician, interpreter: who spoke with the patient, and who interpreted. Note: what else matters.',
  'AGREED is no signature. Have the paper form signed, and upload its scan once the server answers again.',
  'Then bring the sheet back on the page Lists. Only the code and the columns from Outcome on are read.',
];

/** How a pack is filled in: the head of its list. */
export const PACK_HELP: readonly string[] = [
  'This list is true as of the time above: ask each patient. Tick what came of it, with the time, who it was and the role.',
  'A tick at AGREED is no signature: the form behind this list is signed with ink, and its scan is uploaded later.',
  'Once the server answers again, type the rows into the workbook of this list (Lists, Sheet) and bring it back there.',
];
