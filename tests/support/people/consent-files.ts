import { writeXlsx } from 'hucre/xlsx';
import { csvOf } from '#domain/exports/csv.ts';
import { isPlainDate } from '#domain/values/plain-date.ts';
import type { Person } from '#tests/support/browser/journey.ts';

/** A consent of a made-up list: the texts that another system would write. */
export type ListedConsent = {
  readonly nhs: string;
  readonly born: string;
  readonly procedure: string;
  readonly side: string;
  readonly form: string;
  readonly status: string;
  /** plain date, or a faulty text */
  readonly signed: string;
  readonly clinician: string;
  readonly signer: string;
  readonly id: string;
};

const HEADINGS = ['NHS No.', 'DOB', 'Procedure', 'Side', 'Form', 'State', 'Signed', 'Consultant', 'Signer', 'Consent ID'];

const dayFirst = (day: string) => (isPlainDate(day) ? day.split('-').toReversed().join('/') : day);

const rowOf = ({ nhs, born, procedure, side, form, status, signed, clinician, signer, id }: ListedConsent) => [
  nhs,
  dayFirst(born),
  procedure,
  side,
  form,
  status,
  dayFirst(signed),
  clinician,
  signer,
  id,
];

/** A consent of a patient of this list: cataract surgery of the right eye, signed on Form 1. */
export function aConsent(
  { nhsNumber = '', dateOfBirth }: Pick<Person, 'dateOfBirth'> & { nhsNumber?: string | null | undefined },
  change: Partial<ListedConsent> = {},
): ListedConsent {
  return {
    nhs: nhsNumber ?? '',
    born: dateOfBirth,
    procedure: 'Cataract surgery with lens implant',
    side: 'Right',
    form: '1',
    status: 'Signed',
    signed: '2026-07-20',
    clinician: 'Mr Demo Elsewhere',
    signer: 'Amber Demo',
    id: '',
    ...change,
  };
}

export function consentsCsv(consents: readonly ListedConsent[]): Buffer {
  return Buffer.from(csvOf([HEADINGS, ...consents.map(rowOf)]));
}

/** A workbook with typed cells, as spreadsheets make one. */
export async function consentsXlsx(consents: readonly ListedConsent[]): Promise<Buffer> {
  const rows = consents.map((consent) =>
    rowOf(consent).map((text, at) => {
      if (HEADINGS[at] === 'NHS No.' && text !== '') return Number(text);
      const day = HEADINGS[at] === 'DOB' ? consent.born : HEADINGS[at] === 'Signed' ? consent.signed : '';
      return isPlainDate(day) ? new Date(`${day}T00:00:00Z`) : text;
    }),
  );
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'Consents', rows: [HEADINGS, ...rows] }] }));
}
