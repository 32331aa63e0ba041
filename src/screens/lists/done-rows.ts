import type { TheatreCase } from '#src/queries/theatre.ts';

/** Whether the operation of a row was recorded as done, and nothing of it is open: by this tablet's own light too. */
export function isDoneRow({ ended, light }: TheatreCase): boolean {
  return ended?.kind === 'DONE' && light === 'GREEN';
}

/** Whether the operation of a row can be recorded as done: its day has come, and its case has not ended. @param today - plain date */
export function mayBeDone({ ended, date, patient }: TheatreCase, today: string): boolean {
  return ended == null && date <= today && patient.status !== 'MERGED';
}
