import { rowFaults } from '#domain/imports/import-columns.ts';
import type { ImportStore } from './import-state.ts';
import type { ImportLine } from './lines.ts';
import type { ImportClock, RowType } from './row-type.ts';

/** The acts that change the rows of an open file; none has an effect in another step. */
export function createMending<F extends string, L extends ImportLine<F>>(
  type: RowType<F, L>,
  { store: { getState, setState }, changeLines, applyAnswer, editable }: ImportStore<F, L>,
) {
  const lineOf = (row: number) => getState().open?.lines.find((line) => line.row === row);

  const compare = async (rows: readonly number[]): Promise<void> => {
    const open = editable();
    if (open === null || rows.length === 0) return;
    try {
      applyAnswer(open.id, await type.compare(open, rows));
      if (getState().failure?.of === 'COMPARE') setState({ failure: null });
      const next = type.comparedNext?.(getState().open?.lines ?? [], rows) ?? [];
      const again = editable();
      if (again?.id === open.id && next.length > 0) applyAnswer(open.id, await type.compare(again, next));
    } catch (error) {
      if (getState().open?.id === open.id) setState({ failure: { of: 'COMPARE', error } });
    }
  };

  /** Enters a text in rows. A row that must be compared with the records that exist waits for `checkRow`. */
  const write = (rows: readonly number[], field: F, { text, clock }: { text: string; clock: ImportClock }) => {
    const open = editable();
    if (open === null) return;
    changeLines(open.id, (lines) =>
      lines.map((line) => {
        if (!rows.includes(line.row)) return line;
        const isUnchecked = line.isUnchecked || type.comparedFields.includes(field);
        const written: L = { ...line, edits: { ...line.edits, [field]: text }, isUnchecked };
        const read = type.reread(written, { notes: rowFaults(line.cells, open.source.columns), clock });
        return withOpenFields(type, read);
      }),
    );
  };

  return {
    write,
    /** Compares a row if an edit requires it. */
    checkRow: async (row: number) => {
      if (lineOf(row)?.isUnchecked === true) await compare([row]);
    },
    /** Compares the rows that were never compared: the person left with the focus in a field, or the server did not answer. */
    checkAll: async () => {
      const left = (getState().open?.lines ?? []).filter(({ isUnchecked, errors }) => isUnchecked && errors.length === 0);
      await compare(left.map(({ row }) => row));
    },
    /** Chooses a text for a field of a row, and of rows with the same fault. */
    pick: async (line: L, field: F, choice: { text: string; clock: ImportClock }) => {
      const others = type.sameRows?.(getState().open?.lines ?? [], line, field) ?? [];
      const rows = [line.row, ...others.map(({ row }) => row)];
      write(rows, field, choice);
      await compare(rows.filter((each) => lineOf(each)?.isUnchecked === true));
    },
    /** Ticks a row, or takes its tick away. */
    tick: (row: number, isChosen: boolean) => {
      const open = editable();
      if (open !== null) changeLines(open.id, (lines) => type.choose(lines, row, isChosen));
    },
    /** Changes a row by an answer to its question. */
    answer: (row: number, change: Partial<L>) => {
      const open = editable();
      if (open === null) return;
      changeLines(open.id, (lines) => lines.map((line) => (line.row === row ? { ...line, ...change } : line)));
    },
  };
}

/** The row with the fields of its faults opened; open fields stay open. */
export function withOpenFields<F extends string, L extends ImportLine<F>>({ openFields }: RowType<F, L>, line: L): L {
  return { ...line, faulty: [...new Set([...line.faulty, ...openFields(line)])] };
}
