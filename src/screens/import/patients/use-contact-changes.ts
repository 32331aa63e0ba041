import { updateContact } from '#src/queries/imports.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { useRef, useState } from 'react';
import { newContact, type ImportLine } from './import-lines.ts';
import { changeLine } from './import-store.ts';

export type ContactChanges = {
  readonly changed: number;
  readonly failed: readonly { readonly row: number; readonly message: string }[];
};

/** New contact details of people who are here already: the ordinary change of a patient, one by one, as each is somebody's own choice. */
export function useContactChanges() {
  const [isBusy, setIsBusy] = useState(false);
  const keys = useRef(new Map<string, string>());
  const pending = (lines: readonly ImportLine[]) =>
    lines.filter((line) => line.answer === 'NEW_CONTACT' && line.errors.length === 0 && line.recordID === null);
  const apply = async (lines: readonly ImportLine[]): Promise<ContactChanges> => {
    const failed: { row: number; message: string }[] = [];
    let changed = 0;
    setIsBusy(true);
    for (const line of pending(lines)) {
      const patient = line.possibleDuplicates[0]?.patient;
      if (patient?.version === undefined) continue;
      const key = keys.current.get(line.id) ?? crypto.randomUUID();
      keys.current.set(line.id, key);
      try {
        await updateContact({ id: patient.id, version: patient.version, ...newContact(line) }, key);
        changed += 1;
        changeLine(line.row, (each) => ({ ...each, recordID: patient.recordID }));
      } catch (failure) {
        failed.push({ row: line.row, message: failureWords(failure) });
      }
    }
    setIsBusy(false);
    return { changed, failed };
  };
  return { apply, pending, isBusy };
}
