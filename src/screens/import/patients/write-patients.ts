import { mappingOfColumns } from '#domain/imports/import-columns.ts';
import { counted } from '#domain/base/counted.ts';
import { IMPORT_NOUNS } from '#domain/imports/import-table.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { paths } from '#src/paths.ts';
import { saveImportedPatients, updateContact, type NewPatients } from '#src/queries/imports.ts';
import type { Made } from '../lines.ts';
import type { ImportNotice, OpenFile, WriteCall } from '../row-type.ts';
import { contactChanges, newContact, type PatientLine } from './patient-lines.ts';

/** Creates the patients of the rows that are ready, all or none; then saves the contact details that were chosen for those who are here. */
export async function writePatients(
  { lines, source }: OpenFile<PatientLine>,
  ready: readonly PatientLine[],
  { keyFor, onMade }: WriteCall,
): Promise<ImportNotice[]> {
  if (ready.length > 0) {
    const input: NewPatients = {
      patients: ready.map(({ id, value }) => ({ ...value, id })),
      digest: source.file.digest,
      // A Bundle has no columns to be read in another way.
      ...(source.file.kind === 'FHIR' ? {} : { mapping: mappingOfColumns(source.columns) }),
    };
    const { results } = await saveImportedPatients(input, keyFor('patientBulkAdd', input));
    const numbers = new Map(results.map(({ id, recordID }) => [id, recordID]));
    onMade(new Map(ready.map(({ row, id }) => [row, madeOf(id, numbers.get(id) ?? null)])));
  }
  return saveContacts(lines, { keyFor, onMade });
}

/** The ordinary change of a patient, one by one, as each is somebody's own choice. */
async function saveContacts(lines: readonly PatientLine[], { keyFor, onMade }: WriteCall): Promise<ImportNotice[]> {
  const failed: ImportNotice[] = [];
  let saved = 0;
  for (const line of contactChanges(lines)) {
    const patient = line.possibleDuplicates[0]?.patient;
    if (patient?.version === undefined) continue;
    const input = { id: patient.id, version: patient.version, ...newContact(line) };
    try {
      await updateContact(input, keyFor(`patientUpdate ${line.id}`, input));
      saved += 1;
      onMade(new Map([[line.row, { ...madeOf(patient.id, patient.recordID), words: 'Details saved' }]]));
    } catch (failure) {
      const title = `Row ${line.row}: the contact details were not saved`;
      failed.push({ tone: 'stop', title, text: failureWords(failure) });
    }
  }
  if (saved === 0) return failed;
  const text = `New contact details of ${counted(saved, ...IMPORT_NOUNS.PATIENTS)} saved.`;
  return [{ tone: 'ok', title: 'Contact details saved', text }, ...failed];
}

function madeOf(id: string, recordID: string | null): Made {
  return { href: paths.patient(id).href, label: recordID ?? 'Open' };
}
