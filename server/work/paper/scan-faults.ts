import type { Fault } from '#contract/faults.ts';
import type { Parsed } from '#contract/calls.ts';
import { isSameAnswer } from '#domain/link.ts';
import { needsIdentifiers, type UploadedScan } from '#domain/paper-scan.ts';
import { longDate, localDate } from '#domain/plain-date.ts';
import type { RecipientRow } from '#server/data/consents/signers.ts';
import type { OpenCase } from '#server/work/consents/open-case.ts';

type Confirmed = Pick<Parsed<'recordConfirmScan'>, 'pagesChecked' | 'identifiers' | 'signers'>;

/** What is not right in what a clinician says of a scan: pages nobody looked at, another patient's paper, days that cannot be. */
export function scanFaults(
  open: OpenCase,
  { scan, confirmed, signers }: { scan: UploadedScan; confirmed: Confirmed; signers: readonly RecipientRow[] },
): Fault[] {
  return [
    ...pageFaults(scan, confirmed.pagesChecked),
    ...(needsIdentifiers(scan) ? identifierFaults(open, confirmed.identifiers) : []),
    ...signerFaults(open, { scan, listed: confirmed.signers, signers }),
  ];
}

function pageFaults({ unread, pages }: UploadedScan, checked: readonly number[]): Fault[] {
  const strange = checked.find((page) => page > pages);
  if (strange !== undefined) return [{ path: 'pagesChecked', message: `The scan has no page ${strange}` }];
  const open = unread.filter((page) => !checked.includes(page));
  return open.length === 0
    ? []
    : [{ path: 'pagesChecked', message: `Look at page ${open.join(', ')} of the scan, and say that it belongs to this form` }];
}

function identifierFaults({ consent, patient }: OpenCase, identifiers: Confirmed['identifiers']): Fault[] {
  if (identifiers === undefined)
    return [{ path: 'identifiers', message: 'Enter the last name and the date of birth that stand on the paper' }];
  const shown = consent.pinned?.patient;
  const lastName = shown?.lastName ?? patient.last_name;
  const dateOfBirth = shown?.dateOfBirth ?? patient.date_of_birth;
  return [
    ...(isSameAnswer(identifiers.lastName, lastName)
      ? []
      : [{ path: 'identifiers.lastName', message: 'This is not the last name of the patient of this form' }]),
    ...(identifiers.dateOfBirth === dateOfBirth
      ? []
      : [{ path: 'identifiers.dateOfBirth', message: 'This is not the date of birth of the patient of this form' }]),
  ];
}

function signerFaults(
  { consent, patient, deps, now }: OpenCase,
  { scan, listed, signers }: { scan: UploadedScan; listed: Confirmed['signers']; signers: readonly RecipientRow[] },
): Fault[] {
  const { timeZone } = deps.settings;
  const today = localDate(Date.parse(now), timeZone);
  // A blank form was signed before this version was written; any other one shows what was sent.
  const isOfVersion = !scan.isBlank && scan.match !== 'UNREAD';
  const earliest =
    isOfVersion && consent.sent_at !== null ? localDate(Date.parse(consent.sent_at), timeZone) : patient.date_of_birth;
  return listed.flatMap(({ signing_order: order, signedOn }, at): Fault[] => {
    const isKnown = signers.some((each) => each.signing_order === order);
    if (!isKnown) return [{ path: `signers.${at}.signing_order`, message: 'Nobody signs this form at this place' }];
    if (listed.findIndex((each) => each.signing_order === order) !== at)
      return [{ path: `signers.${at}.signing_order`, message: 'This signer is named twice' }];
    if (signedOn > today) return [{ path: `signers.${at}.signedOn`, message: 'The day on the paper must not be in the future' }];
    if (signedOn < earliest)
      return [
        {
          path: `signers.${at}.signedOn`,
          message: isOfVersion
            ? `The form was made ready on ${longDate(earliest)}: nobody signed it before`
            : 'The day on the paper must not be before the patient was born',
        },
      ];
    return [];
  });
}
