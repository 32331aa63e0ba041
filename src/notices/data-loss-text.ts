import { counted } from '#domain/base/counted.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import type { UnsentOfPatient } from '#src/offline/last-unsent.ts';

/** Sentence on the number of items that may be lost. @param items - null when the number is unknown */
export function dataLossText(items: number | null): string {
  if (items === null) return 'How many items were waiting to be sent is not known. They may be lost.';
  if (items === 0) return 'By the last count nothing was waiting to be sent, so nothing should be lost.';
  if (items === 1) return '1 item that was waiting to be sent may be lost.';
  return `${items} items that were waiting to be sent may be lost.`;
}

/** `DEMO-ROWAN, Amber: 2 items`, a line for each patient; those whose name is not known are one line, the last. */
export function lostPatientTexts(patients: readonly UnsentOfPatient[]): string[] {
  const named = patients.flatMap(({ patient, items }) =>
    patient === null ? [] : [`${formalName(patient)}: ${itemsText(items)}`],
  );
  const others = patients.reduce((sum, { patient, items }) => (patient === null ? sum + items : sum), 0);
  return others === 0 ? named : [...named, `Of a patient whose name is not known here: ${itemsText(others)}`];
}

function itemsText(items: number): string {
  return counted(items, 'item');
}
