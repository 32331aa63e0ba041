import { readXlsx } from 'hucre/xlsx';
import { call, callForFile } from '#contract/engine/call.ts';
import { calls } from '#contract/calls.ts';
import { sent, signIn, type Reached } from './builders.ts';

const DAY = '2026-08-05';

/** A form that is out is listed, its sheet fetched and brought back: once to look at it, once to write it. */
export async function bringSheetBack(reached: Reached): Promise<void> {
  const staff = await signIn(reached);
  const { recordID } = await sent(staff);
  const { version } = (await staff.call('recordDetails', { id: recordID })).data.record;
  await staff.call('recordUpdate', { recordID, version, listed: { date: DAY, theatre: 'Theatre 9', listType: 'CLINIC' } });
  const days = { startDate: DAY, endDate: DAY, listType: 'CLINIC' as const };
  await callForFile(calls.patientListedSheet, { ...days, format: 'PDF' }, reached.wire(staff.token));
  const sheet = await callForFile(calls.patientListedSheet, { ...days, format: 'XLSX' }, reached.wire(staff.token));
  const { rows } = (await readXlsx(new Uint8Array(await sheet.arrayBuffer()))).sheets[0]!;
  const csv = `Code,Outcome,Time,"Signer, role",Clinician,Interpreter,Note\n${String(rows[1]?.[0])},AGREED,12:00,"Demo Example, patient",,,\n`;
  const send = (fields: { commit: 'true' | 'false'; digest?: string; rows?: string }) => {
    const input = { ...fields, file: new Blob([csv]) };
    return call(calls.patientListedSheetImport, input, reached.wire(staff.token));
  };
  const { digest } = (await send({ commit: 'false' })).file;
  // The time is before the sheet was made: a person chooses.
  await send({ commit: 'true', digest, rows: '[{"row":2,"clash":"BEFORE_SHEET"}]' });
}
