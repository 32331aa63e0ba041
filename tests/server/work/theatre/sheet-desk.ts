import { readXlsx, writeXlsx, type CellValue } from 'hucre/xlsx';
import { call, callForFile } from '#contract/engine/call.ts';
import { calls, type Input, type Output } from '#contract/calls.ts';
import type { ChosenRow } from '#contract/theatre-sheet.ts';
import { DAY } from '#domain/base/limits.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { SHEET_FIELDS, SHEET_LOCKED, type SheetValue } from '#domain/theatre/theatre-sheet.ts';
import type { Caller } from '#tests/support/forms/builders.ts';
import type { TestApp } from '#tests/support/server/app.ts';

export type Fill = Partial<SheetValue> & Pick<SheetValue, 'outcome'>;
type Imported = Output<'patientListedSheetImport'>;

/** A person who fetches sheets and brings them back: the calls of the page. */
export function sheetDesk(app: Pick<TestApp, 'wire' | 'clock' | 'deps'>, by: () => Caller & { token: string }) {
  const dayIn = (days: number) => localDate(app.clock.now() + days * DAY, app.deps.settings.timeZone);
  const send = (file: Uint8Array, fields: Input<'patientListedSheetImport'>): Promise<Imported> => {
    const input = { ...fields, file: new Blob([new Uint8Array(file)]) };
    return call(calls.patientListedSheetImport, input, app.wire(by().token));
  };
  const preview = (file: Uint8Array) => send(file, {});
  return {
    dayIn,
    /** lists a case */
    list: async (recordID: string, days: number, theatre: string | null = 'Theatre 1') => {
      const { version } = (await by().call('recordDetails', { id: recordID })).data.record;
      await by().call('recordUpdate', { recordID, version, listed: { date: dayIn(days), theatre, listType: 'THEATRE' } });
    },
    sheet: async (days: number, format: 'XLSX' | 'PDF' = 'XLSX') => {
      const input = { startDate: dayIn(days), endDate: dayIn(days), format };
      const file = await callForFile(calls.patientListedSheet, input, app.wire(by().token));
      return Buffer.from(await file.arrayBuffer());
    },
    preview,
    commit: async (file: Uint8Array, rows?: readonly ChosenRow[]) => {
      const { digest } = (await preview(file)).file;
      return send(file, { commit: 'true', digest, ...(rows === undefined ? {} : { rows: JSON.stringify(rows) }) });
    },
    send,
    lightOf: async (recordID: string, days: number) => {
      const { data } = await by().call('patientListed', { startDate: dayIn(days), endDate: dayIn(days) });
      const found = data.find((each) => each.recordID === recordID);
      return found === undefined ? undefined : { light: found.light, reason: found.reason };
    },
  };
}

/** The texts of the first sheet of a workbook. */
export async function rowsOf(file: Uint8Array): Promise<CellValue[][]> {
  return (await readXlsx(file)).sheets[0]!.rows;
}

/** The same workbook with these rows filled in, each the first whose name holds the key. */
export async function filled(
  file: Uint8Array,
  fills: Readonly<Record<string, Fill>>,
  change = (rows: CellValue[][]) => rows,
): Promise<Buffer> {
  const rows = (await rowsOf(file)).map((row) => [...row]);
  for (const [name, fill] of Object.entries(fills)) {
    const row = rows.find((cells) => String(cells[1]).includes(name));
    if (row === undefined) throw new Error(`nobody on the sheet is ${name}`);
    for (const [at, field] of SHEET_FIELDS.entries()) row[SHEET_LOCKED.length + at] = fill[field] ?? null;
  }
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'Sheet', rows: change(rows) }] }));
}
