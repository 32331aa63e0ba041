import { writeXlsx } from 'hucre/xlsx';
import { csvOf } from '#domain/exports/csv.ts';
import { isPlainDate } from '#domain/values/plain-date.ts';
import { isNhsNumber } from '#domain/values/nhs-number-field.ts';

/** A patient of a made-up list: the texts that a clinic would write. */
export type ListedPerson = {
  surname: string;
  forename: string;
  /** plain date, or a faulty text */
  born: string;
  nhs: string;
  mrn: string;
  phone: string;
};

const HEADINGS = ['Surname', 'Forename', 'DOB', 'NHS No.', 'MRN', 'Tel', 'Ward'];

/** The numbers of the demo range that pass the check, beginning at `from`. */
export function nhsNumbers(count: number, from = 0): string[] {
  const found: string[] = [];
  for (let at = from; found.length < count; at += 1) {
    const start = String(999_100_000 + at);
    const whole = Array.from({ length: 10 }, (_, digit) => `${start}${digit}`).find(isNhsNumber);
    if (whole !== undefined) found.push(whole);
  }
  return found;
}

/** So many made-up people; the first three are faulty in NHS number, birth date and name. */
export function listedPeople(count: number): ListedPerson[] {
  const numbers = nhsNumbers(count);
  return numbers.map((nhs, at) => {
    const born = `${1930 + (at % 80)}-${String(1 + (at % 12)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`;
    const person = { surname: `Demo-Name${at}`, forename: `First${at}`, born, nhs, mrn: `HX${at}`, phone: '01632 960001' };
    if (at === 0) return { ...person, nhs: `${nhs.slice(0, 9)}${(Number(nhs[9]) + 1) % 10}` };
    if (at === 1) return { ...person, born: '1971-02-31' };
    return at === 2 ? { ...person, surname: '' } : person;
  });
}

const rowOf = ({ surname, forename, born, nhs, mrn, phone }: ListedPerson, day: (born: string) => string) => [
  surname,
  forename,
  day(born),
  nhs,
  mrn,
  phone,
  'Ward 7',
];
const dayFirst = (born: string) => born.split('-').toReversed().join('/');

export function csvFile(people: readonly ListedPerson[]): Buffer {
  return Buffer.from(csvOf([HEADINGS, ...people.map((person) => rowOf(person, dayFirst))]));
}

/** A workbook with typed cells, as spreadsheets make one: dates as dates and NHS numbers as numbers. */
export async function xlsxFile(people: readonly ListedPerson[]): Promise<Buffer> {
  const rows = people.map((person) => {
    const [surname = '', forename = '', , nhs, ...rest] = rowOf(person, dayFirst);
    const day = isPlainDate(person.born) ? new Date(`${person.born}T00:00:00Z`) : dayFirst(person.born);
    return [surname, forename, day, Number(nhs), ...rest];
  });
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'List', rows: [HEADINGS, ...rows] }] }));
}

export function fhirFile(people: readonly ListedPerson[]): Buffer {
  const entry = people.map(({ surname, forename, born, nhs, mrn, phone }) => ({
    resource: {
      resourceType: 'Patient',
      meta: { profile: ['https://fhir.hl7.org.uk/StructureDefinition/UKCore-Patient'] },
      identifier: [
        { system: 'https://fhir.nhs.uk/Id/nhs-number', value: nhs },
        { type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' }] }, value: mrn },
      ],
      name: [{ use: 'official', ...(surname === '' ? {} : { family: surname }), given: [forename] }],
      birthDate: born,
      telecom: [{ system: 'phone', value: phone }],
    },
  }));
  return Buffer.from(JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry }));
}
