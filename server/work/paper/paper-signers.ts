import type { Parsed } from '#contract/calls.ts';
import { decides, signsAsStaff } from '#domain/forms/signer-roles.ts';
import { moveRefused, Refused } from '#server/api-error.ts';
import { todayOf } from '#server/policies/accounts.ts';
import { fullName, isHolder, userById } from '#server/data/accounts/users.ts';
import { hasOpenQuestion, signaturesIn, type RecipientRow } from '#server/data/signing/signers.ts';
import { ageFault } from '#server/work/signing/age-fault.ts';
import { isBothClinicians } from '#server/work/signing/both-clinicians.ts';
import type { ClinicianCredentials } from '#server/data/tables/tables.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { statementOfSigner } from '#server/work/signing/statements.ts';
import { momentOfDay } from './paper-day.ts';

/**
 * A signer on paper, the sentence that was signed, and the plain date and time beside it.
 *
 * @property capturedAt - ISO, the moment of both
 * @property name - as signed
 * @property account - of a member of staff who has one here
 * @property credentials - of staff: of the account, or as they stand on the paper
 */
export type PaperSigner = {
  readonly row: RecipientRow;
  readonly statement: string;
  readonly signedOn: string;
  readonly signedAt?: string | undefined;
  readonly capturedAt: string;
  readonly name: string;
  readonly account: string | null;
  readonly credentials?: ClinicianCredentials;
};

type Listed = Parsed<'recordConfirmScan'>['signers'];

/** The signers on a scan, by the same rules as those on a tablet. @throws Refused as `confirmScan` says */
export async function refuseUnfitSigners(
  open: OpenCase,
  { signers, confirmed }: { signers: readonly RecipientRow[]; confirmed: Listed },
): Promise<PaperSigner[]> {
  const { db, consent } = open;
  const key = { organisationId: consent.organisation_id, id: consent.id };
  const onPaper: PaperSigner[] = [];
  for (const [at, listed] of confirmed.entries()) {
    const { signing_order: order, signedOn, signedAt } = listed;
    const row = signers.find((each) => each.signing_order === order);
    if (row === undefined) continue;
    if (row.state === 'SIGNED') throw new Refused('ALREADY_SIGNED');
    // A signer who has said that the name or birth date is wrong does not sign this form.
    if (row.identity?.confirmed === false)
      throw unfit(
        at,
        'This signer said on the tablet that the details of the form are wrong. Correct them, and have a new form signed.',
      );
    const statement = statementOfSigner(consent, row, signers);
    if (statement === undefined) throw moveRefused('CONSENT_OF_NEWER_BUILD');
    const capturedAt = momentOfDay(open, signedOn, signedAt);
    onPaper.push({ row, statement, signedOn, signedAt, capturedAt, ...(await staffOnPaper(open, row, { listed, at })) });
  }
  if (onPaper.some(({ row }) => decides(row.role)) && (await hasOpenQuestion(db, key))) throw new Refused('OPEN_QUESTION');
  await refuseBothClinicians(open, onPaper);
  for (const [at, { capturedAt }] of onPaper.entries()) {
    const { pinned } = consent;
    const fault = pinned === null ? undefined : await ageFault(open, pinned, { capturedAt });
    if (fault !== undefined) throw unfit(at, `${fault}.`);
  }
  return onPaper;
}

async function refuseBothClinicians(open: OpenCase, onPaper: readonly PaperSigner[]): Promise<void> {
  const { db, consent } = open;
  const clinics = onPaper.filter(({ row }) => signsAsStaff(row.role));
  if (clinics.length === 0) return;
  const before = await signaturesIn(db, { organisationId: consent.organisation_id, id: consent.id });
  for (const { row, name, account } of clinics) {
    const others = clinics.flatMap((each) =>
      each.row === row ? [] : [{ role: each.row.role, user_id: each.account, given: { name: each.name } }],
    );
    if (isBothClinicians(open, { role: row.role, names: [row.name, name], userId: account, before: [...before, ...others] }))
      throw new Refused('INVALID', {
        fields: [{ path: 'signers', message: 'One person cannot be the clinician and give the second opinion' }],
      });
  }
}

/**
 * The member of staff who signed: by an account, by what stands on the paper, or by the form alone.
 *
 * @throws Refused INVALID for an account that is not of this organisation, and for one of a signer who is no member of staff
 */
async function staffOnPaper(
  { db, record, deps }: OpenCase,
  row: RecipientRow,
  { listed: { userID, name, grade, registrationNumber }, at }: { readonly listed: Listed[number]; readonly at: number },
): Promise<Pick<PaperSigner, 'name' | 'account' | 'credentials'>> {
  const field = (path: string, message: string) =>
    new Refused('INVALID', { fields: [{ path: `signers.${at}.${path}`, message }] });
  const isWritten = name !== undefined || grade !== undefined || registrationNumber !== undefined;
  if (!signsAsStaff(row.role)) {
    if (userID !== undefined || isWritten)
      throw field(userID === undefined ? 'name' : 'userID', 'Only a member of staff has an account, a grade or a number');
    return { name: row.name, account: null };
  }
  if (userID !== undefined) {
    if (isWritten) throw field('userID', 'Choose the account, or enter what stands on the paper: not both');
    const user = await userById(db, record.organisation_id, userID);
    if (user === undefined) throw field('userID', 'This account is not one of this hospital');
    if (!isHolder(user, { permissions: ['consents.sign'], today: todayOf(deps) }))
      throw field('userID', 'Choose somebody who may sign for the hospital, or enter what stands on the paper');
    return {
      name: fullName(user),
      account: user.id,
      credentials: { grade: user.grade, registrationNumber: user.consultant_code },
    };
  }
  if (!isWritten) return { name: row.name, account: null };
  const credentials = { grade: grade ?? null, registrationNumber: registrationNumber ?? null };
  return { name: name ?? row.name, account: null, credentials };
}

/** A refusal that names a signer of the call by place in its list. */
function unfit(at: number, message: string): Refused {
  return new Refused('INVALID', { fields: [{ path: `signers.${at}.signing_order`, message }] });
}
