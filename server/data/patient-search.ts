import { hospitalKeyOf } from '#domain/patients/likely-duplicates.ts';
import { identityKey, searchableText } from '#domain/values/search-text.ts';

/** The columns of a patient that searches run over. */
type SearchedPatient = {
  readonly first_name: string;
  readonly last_name: string;
  readonly number: number;
  readonly nhs_number: string | null;
  readonly hospital_number: string | null;
  /** plain date */
  readonly date_of_birth: string;
};

/** The characters of `search` in its index by birth date. */
export const PREFIX = 60;

/** How `search` begins for people of this last name, however it is spelt, as far as its index goes. */
export function searchPrefix(lastName: string): string {
  return [...`${identityKey(lastName)} `].slice(0, PREFIX).join('');
}

/** The text that searches run over: names, numbers and birth date in the forms that people type, folded as the words searched for are. */
export function searchText({
  first_name,
  last_name,
  number,
  nhs_number,
  hospital_number,
  date_of_birth,
}: SearchedPatient): string {
  const [year, month, day] = date_of_birth.split('-');
  const numbers = [shownNumber(number), nhs_number, hospital_number];
  // First the name as identities are compared: likely doubles are found by it.
  return `${identityKey(last_name)} ${searchableText([last_name, first_name, ...numbers, date_of_birth, `${day}/${month}/${year}`])}`;
}

/** The columns that follow from a patient's details: the text of searches, and the key under which likely doubles are found. */
export function derivedColumns(patient: SearchedPatient): { search: string; hospital_key: string | null } {
  return { search: searchText(patient), hospital_key: hospitalKeyOf(patient.hospital_number) };
}

/** Whether the columns that follow from a patient's details are as they follow. */
export function isDerived(row: SearchedPatient & ReturnType<typeof derivedColumns>): boolean {
  const { search, hospital_key: key } = derivedColumns(row);
  return row.search === search && row.hospital_key === key;
}

/** `P-000123`. */
export function shownNumber(number: number): string {
  return `P-${String(number).padStart(6, '0')}`;
}
