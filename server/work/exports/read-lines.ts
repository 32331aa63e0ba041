import { EXPORT_LINES_MOST } from '#domain/base/limits.ts';
import { Refused } from '#server/api-error.ts';

/** Rows that are in the memory at once: nobody else waits long for the database, whatever is exported [choice]. */
const EXPORT_ROWS_AT_ONCE = 1000;

/** How many to ask for: one more than may leave says that there are too many. */
export const EXPORT_LINES_READ = EXPORT_LINES_MOST + 1;

/** @throws Refused EXPORT_TOO_LARGE for more lines than one file may have */
export function refuseTooMany(lines: readonly unknown[]): void {
  if (lines.length > EXPORT_LINES_MOST) throw new Refused('EXPORT_TOO_LARGE');
}

/**
 * The rows of these ids in their order, some at a time. The ids are read first, in one statement, so that a list which changes meanwhile
 * loses no line and doubles none; a row that is gone by then is left out.
 */
export async function* rowsInOrder<Row>(
  ids: readonly string[],
  { read, idOf }: { read: (ids: readonly string[]) => Promise<readonly Row[]>; idOf: (row: Row) => string },
): AsyncGenerator<Row> {
  for (let at = 0; at < ids.length; at += EXPORT_ROWS_AT_ONCE) {
    const some = ids.slice(at, at + EXPORT_ROWS_AT_ONCE);
    const rows = new Map((await read(some)).map((row) => [idOf(row), row]));
    for (const id of some) {
      const row = rows.get(id);
      if (row !== undefined) yield row;
    }
  }
}
