import { notNow } from '#server/work/cases/not-now.ts';
import type { Parsed } from '#contract/calls.ts';
import { mayMove, statusAfterSignature } from '#domain/cases/case-machine.ts';
import { isOfKnownShape } from '#domain/consents/digest.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import { tickFaults } from '#domain/documents/paper-choices.ts';
import type { UploadedScan } from '#domain/documents/paper-scan.ts';
import { Refused } from '#server/api-error.ts';
import { isScanOfOther } from '#server/data/documents/documents.ts';
import { recipientsIn, signaturesIn, type RecipientRow } from '#server/data/signing/signers.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { recordEvent, type OpenCase } from '#server/work/cases/open-case.ts';
import { byStaff } from '#server/work/cases/event-by.ts';
import { writeSignature } from '#server/work/signing/write-signature.ts';
import { finish } from '#server/work/signing/finish.ts';
import { endLinksOf } from '#server/work/cases/end-links.ts';
import { scanFaults } from './scan-faults.ts';
import { namedScan } from '#server/work/cases/scan-events.ts';
import { choicesOn, readingOf } from './paper-reading.ts';
import { refuseUnfitSigners, type PaperSigner } from './paper-signers.ts';
import { storePaperWords, wordsFaults } from './paper-words.ts';

type Confirmed = Omit<Parsed<'recordConfirmScan'>, 'consentID'>;

/**
 * Stores the signatures on a scan that a clinician has looked at; each counts as one that was given on a tablet. The form is signed when
 * nobody else has to, at the latest of its signatures.
 *
 * @throws Refused MOVE_REFUSED for a form that is not out, or a scan that is one of another form; NOT_FOUND without a scan;
 *   SIGNED_CONTENT_MISMATCH when the form changed since the scan; ALREADY_SIGNED; OPEN_QUESTION; INVALID naming each page, identifier, signer,
 *   tick or words that are not right
 */
export async function confirmScan(open: OpenCase, actor: StaffActor, confirmed: Confirmed): Promise<void> {
  const { db, consent, record, patient, now } = open;
  if (!mayMove(consent.status, 'sign') || record.current_consent_id !== consent.id) throw notNow(open);
  if (!mayStartConsent(patient.status)) throw new Refused('PATIENT_TAKES_NONE');
  const { scan, events } = await namedScan(open, confirmed.sha256);
  if (consent.pinned === null || !isOfKnownShape(consent.pinned) || scan.contentDigest !== consent.digest)
    throw new Refused('SIGNED_CONTENT_MISMATCH');
  const key = { organisationId: consent.organisation_id, id: consent.id };
  const signers = await recipientsIn(db, key);
  if (await isScanOfOther(db, key, scan.sha256)) throw notNow(open, 'SCAN_OF_OTHER_FORM');
  const faults = scanFaults(open, { scan, confirmed, signers, events });
  if (faults.length > 0) throw new Refused('INVALID', { fields: faults });
  const onPaper = await refuseUnfitSigners(open, { signers, confirmed: confirmed.signers });
  const { answers: entered = [] } = confirmed;
  const toRead = choicesOn(open, scan, onPaper);
  const unread = [...tickFaults(toRead, entered), ...wordsFaults(onPaper, confirmed)];
  if (unread.length > 0) throw new Refused('INVALID', { fields: unread });
  const reading = await readingOf(open, actor, { scan, onPaper, choices: toRead.choices, entered });
  const comments = await storePaperWords(open, onPaper, confirmed);
  for (const signer of onPaper) await storePaperSignature(open, actor, { signer, scan });
  await recordEvent(open, {
    type: 'SCAN_CONFIRMED',
    by: byStaff(open),
    detail: {
      sha256: scan.sha256,
      pages: scan.pages,
      pagesChecked: confirmed.pagesChecked.join(', '),
      isCompared: confirmed.identifiers !== undefined,
      ...reading.detail,
      ...(confirmed.copyTaken === undefined ? {} : { copyTaken: confirmed.copyTaken }),
    },
  });
  for (const { row } of onPaper) await endLinksOf(open, { by: 'OTHER_WAY', order: row.signing_order });
  const after = signers.map((each): Pick<RecipientRow, 'state' | 'required'> =>
    onPaper.some(({ row }) => row === each) ? { ...each, state: 'SIGNED' } : each,
  );
  const isUnsettled = consent.disagreement?.outcome === 'NOT_SETTLED';
  const status = isUnsettled ? 'PARTIALLY_SIGNED' : statusAfterSignature(after);
  const latest = (await signaturesIn(db, key)).map(({ given, received_at: at, captured_at: onPaperAt }) =>
    given.paper === undefined ? at : onPaperAt,
  );
  const signedAt = latest.reduce((one, other) => (Date.parse(other) > Date.parse(one) ? other : one), latest[0] ?? now);
  const answers = reading.stored.length === 0 ? {} : { later_answers: [...consent.later_answers, ...reading.stored] };
  await finish(open, { status, comments: { ...comments, ...answers }, signedAt });
}

async function storePaperSignature(
  open: OpenCase,
  actor: StaffActor,
  {
    signer: { row, statement, signedOn, signedAt, capturedAt, name, account, credentials },
    scan,
  }: { signer: PaperSigner; scan: UploadedScan },
): Promise<void> {
  const { consent, now } = open;
  const order = row.signing_order;
  await writeSignature(open, {
    input: {
      consentID: consent.id,
      role: row.role,
      signing_order: order,
      name,
      method: 'PAPER_SCAN',
      statement,
      contentDigest: scan.contentDigest,
      capturedAt,
      paper: {
        signedOn,
        ...(signedAt === undefined ? {} : { signedAt }),
        sha256: scan.sha256,
        checkedBy: actor.name,
        checkedAt: now,
        ...(scan.isBlank && { isBlank: true }),
      },
    },
    userId: account,
    ...(credentials === undefined ? {} : { credentials }),
    handoverId: null,
    by: { signer: row },
    event: { detail: { signedOn, ...(signedAt === undefined ? {} : { timeOnPaper: signedAt }), scan: scan.sha256 } },
  });
}
