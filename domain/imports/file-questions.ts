/**
 * Things that a person may confirm of a file before its rows are read. HIDDEN_ROWS and HIDDEN_COLUMNS: read also what the workbook hides;
 * NAMES: the names are right, though they look as if their letters were read wrongly; PART: the file says that it is a part of a
 * whole, and this part alone is to be imported.
 */
export const FILE_CONFIRMATIONS = ['HIDDEN_ROWS', 'HIDDEN_COLUMNS', 'NAMES', 'PART'] as const;
export type FileConfirmation = (typeof FILE_CONFIRMATIONS)[number];

/** The confirmations that a file asks for itself: without them no row of it is given out. */
export const FILE_QUESTIONS = ['NAMES', 'PART'] as const satisfies readonly FileConfirmation[];

/** A question without whose answer no row of a file is given out. */
export type FileQuestion = {
  readonly question: (typeof FILE_QUESTIONS)[number];
  /** the sentence for a person */
  readonly message: string;
};

/** Confirmations that hold where further rows or columns of the same sheet are read: names were confirmed as they were shown, no others. */
export function confirmedOfOtherRows(confirmed: readonly FileConfirmation[]): FileConfirmation[] {
  return confirmed.filter((each) => each !== 'NAMES');
}
