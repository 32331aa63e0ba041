import type { Parsed } from '#contract/calls.ts';
import { decides, signsAsStaff } from '#domain/forms/signer-roles.ts';
import { moveRefused, Refused } from '#server/api-error.ts';
import { hasOpenQuestion, signaturesIn, type RecipientRow } from '#server/data/signing/signers.ts';
import { ageFault } from '#server/work/signing/age-fault.ts';
import { isBothClinicians } from '#server/work/signing/both-clinicians.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { statementOfSigner } from '#server/work/signing/statements.ts';
import { momentOfDay } from './paper-day.ts';

/** A signer on paper, the sentence that was signed, and the plain date beside it. */
export type PaperSigner = { row: RecipientRow; statement: string; signedOn: string };

type Listed = Parsed<'recordConfirmScan'>['signers'];

/** The signers on a scan, by the same rules as those on a tablet. @throws Refused as `confirmScan` says */
export async function refuseUnfitSigners(
  open: OpenCase,
  { signers, confirmed }: { signers: readonly RecipientRow[]; confirmed: Listed },
): Promise<PaperSigner[]> {
  const { db, consent } = open;
  const key = { organisationId: consent.organisation_id, id: consent.id };
  const onPaper = confirmed.flatMap(({ signing_order: order, signedOn }, at): PaperSigner[] => {
    const row = signers.find((each) => each.signing_order === order);
    if (row === undefined) return [];
    if (row.state === 'SIGNED') throw new Refused('ALREADY_SIGNED');
    // A signer who has said that the name or birth date is wrong does not sign this form.
    if (row.identity?.confirmed === false)
      throw unfit(
        at,
        'This signer said on the tablet that the details of the form are wrong. Correct them, and have a new form signed.',
      );
    const statement = statementOfSigner(consent, row, signers);
    if (statement === undefined) throw moveRefused('CONSENT_OF_NEWER_BUILD');
    return [{ row, statement, signedOn }];
  });
  if (onPaper.some(({ row }) => decides(row.role)) && (await hasOpenQuestion(db, key))) throw new Refused('OPEN_QUESTION');
  await refuseBothClinicians(open, onPaper);
  for (const [at, { signedOn }] of onPaper.entries()) {
    const { pinned } = consent;
    const fault = pinned === null ? undefined : await ageFault(open, pinned, { capturedAt: momentOfDay(open, signedOn) });
    if (fault !== undefined) throw unfit(at, `${fault}.`);
  }
  return onPaper;
}

async function refuseBothClinicians(open: OpenCase, onPaper: readonly PaperSigner[]): Promise<void> {
  const { db, consent } = open;
  const clinics = onPaper.filter(({ row }) => signsAsStaff(row.role));
  if (clinics.length === 0) return;
  const before = await signaturesIn(db, { organisationId: consent.organisation_id, id: consent.id });
  for (const { row } of clinics) {
    const others = clinics.flatMap((each) =>
      each.row === row ? [] : [{ role: each.row.role, user_id: null, given: { name: each.row.name } }],
    );
    if (isBothClinicians(open, { role: row.role, names: [row.name], userId: null, before: [...before, ...others] }))
      throw new Refused('INVALID', {
        fields: [{ path: 'signers', message: 'One person cannot be the clinician and give the second opinion' }],
      });
  }
}

/** A refusal that names a signer of the call by place in its list. */
function unfit(at: number, message: string): Refused {
  return new Refused('INVALID', { fields: [{ path: `signers.${at}.signing_order`, message }] });
}
