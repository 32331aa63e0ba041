import type { Fault } from '#domain/base/fault.ts';
import type { Parsed } from '#contract/calls.ts';
import { isSameIdentity } from '#domain/values/same-identity.ts';
import { needsIdentifiers, type UploadedScan } from '#domain/documents/paper-scan.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { dayFault, timeFault } from './day-fault.ts';

type Checked = {
  scan: UploadedScan;
  confirmed: Confirmed;
  signers: readonly RecipientRow[];
  /** of the case, in their order */
  events: readonly TimelineEvent[];
};
type Confirmed = Pick<Parsed<'recordConfirmScan'>, 'pagesChecked' | 'identifiers' | 'signers'>;

/** Says that a scan has fewer pages. @param page - from 1 */
export function noSuchPage(page: number): string {
  return `The scan has no page ${page}`;
}

/** The faults in a clinician's confirmation of a scan: unchecked pages, another patient's paper, impossible days. */
export function scanFaults(open: OpenCase, { scan, confirmed, signers, events }: Checked): Fault[] {
  return [
    ...pageFaults(scan, confirmed.pagesChecked),
    ...(needsIdentifiers(scan) || confirmed.identifiers !== undefined ? identifierFaults(open, confirmed.identifiers) : []),
    ...signerFaults(open, { scan, listed: confirmed.signers, signers, events }),
  ];
}

function pageFaults({ unread, pages }: UploadedScan, checked: readonly number[]): Fault[] {
  const strange = checked.find((page) => page > pages);
  if (strange !== undefined) return [{ path: 'pagesChecked', message: noSuchPage(strange) }];
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
    ...(isSameIdentity(identifiers.lastName, lastName)
      ? []
      : [{ path: 'identifiers.lastName', message: 'This is not the last name of the patient of this form' }]),
    ...(identifiers.dateOfBirth === dateOfBirth
      ? []
      : [{ path: 'identifiers.dateOfBirth', message: 'This is not the date of birth of the patient of this form' }]),
    ...(identifiers.isSameProcedure
      ? []
      : [
          {
            path: 'identifiers.isSameProcedure',
            message: 'Compare the procedure and the side on the paper with those of this form',
          },
        ]),
  ];
}

function signerFaults(
  open: OpenCase,
  { scan, listed, signers, events }: Pick<Checked, 'scan' | 'signers' | 'events'> & { listed: Confirmed['signers'] },
): Fault[] {
  return listed.flatMap(({ signing_order: order, signedOn, signedAt }, at): Fault[] => {
    const isKnown = signers.some((each) => each.signing_order === order);
    if (!isKnown) return [{ path: `signers.${at}.signing_order`, message: 'Nobody signs this form at this place' }];
    if (listed.findIndex((each) => each.signing_order === order) !== at)
      return [{ path: `signers.${at}.signing_order`, message: 'This signer is named twice' }];
    const message = dayFault(open, { day: signedOn, scan, events });
    if (message !== undefined) return [{ path: `signers.${at}.signedOn`, message }];
    const late = signedAt === undefined ? undefined : timeFault(open, { day: signedOn, time: signedAt, scan });
    return late === undefined ? [] : [{ path: `signers.${at}.signedAt`, message: late }];
  });
}
