import type { OutputOf } from '#contract/engine/define.ts';
import type { Change, sync } from '#contract/sync.ts';
import { demoPatient } from './demo-entities.ts';

export type ChangePage = Partial<OutputOf<(typeof sync)['syncChanges']>>;

/** A server that answers a pull with these pages, one after the other, then with empty ones; `cursors` are those that were sent. */
export function pages(...answers: ChangePage[]) {
  const cursors: (string | undefined)[] = [];
  const fetchPage = async (since: string | undefined) => {
    cursors.push(since);
    return { message: 'Done', changes: [], cursor: 'end', more: false, dataEpoch: 'one', ...answers.shift() };
  };
  return { fetchPage, cursors };
}

/** A patient as a pull brings them. */
export function patientChange(change: Parameters<typeof demoPatient>[0]): Change {
  const data = demoPatient(change);
  return { entity: 'patient', id: data.id, version: data.version, data };
}
