import type { Parsed } from '#contract/calls.ts';
import { FILE_TYPES } from '#contract/engine/file-types.ts';
import { ROLE_RULES } from '#domain/forms/signer-roles.ts';
import { isIdentityOpen } from '#domain/patients/identity-check.ts';
import { unshowable } from '#domain/values/printable.ts';
import { formIdentityNow } from '#server/work/own-page/open-page.ts';
import { windowLines } from '#domain/notifications/letter-address.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { Refused } from '#server/api-error.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { FileAnswer } from '#server/http/send-answer.ts';
import type { Context } from '#server/http/serve.ts';
import type { PdfDocument } from '#server/outside/pdf/blocks.ts';
import { PdfNotDrawn, WINDOW_TOO_SMALL } from '#server/outside/pdf/pdf-not-drawn.ts';
import { openCase } from '#server/work/cases/open-case.ts';
import { latinNameOf } from '#server/work/documents/content/latin-name.ts';
import { letterDocument } from './letter-document.ts';
import { drawnLetterhead } from '#server/work/documents/letterhead.ts';
import { lastDayOf } from '#server/work/links/last-day.ts';
import { mailFactsOf } from '#server/work/links/mail-facts.ts';
import { ANOTHER_ADDRESS } from '#server/work/links/link-address.ts';
import { sendLink } from '#server/work/links/send-link.ts';
import { refuseWithoutSetup } from '#server/work/mail/message-setup.ts';
import { todayOf } from '#server/policies/accounts.ts';
import { recordPrinted } from './record-printed.ts';

/**
 * Makes a letter with a link to one signer, in the transaction of `context`: where it cannot be drawn there is no link either, and the earlier one works
 * on.
 *
 * @throws Refused FORBIDDEN for staff who may not change patients, and so see no address; SETUP_NEEDED; WHO_IS_IT while it is open whom the form
 *   is about; INVALID for an address that is another by now, does not fit its window or has letters that no font has; and as {@link sendLink}
 */
export async function makeLetter(
  context: Context<StaffActor>,
  { consentID, signing_order, address: seenAddress, addressConfirmed }: Parsed<'linkLetter'>,
): Promise<FileAnswer> {
  const { actor, deps } = context;
  if (!actor.permissions.includes('patients.write')) throw new Refused('FORBIDDEN');
  const open = await openCase(context, consentID);
  const { db, record, consent, patient } = open;
  await refuseWithoutSetup(db, record.organisation_id);
  // Name and address are those of the record, which may be somebody else's by now.
  if (isIdentityOpen(formIdentityNow(open))) throw new Refused('WHO_IS_IT');
  if ((patient.address ?? '') !== seenAddress) throw refusedAddress(ANOTHER_ADDRESS.message);
  if (unshowable(patient.address ?? '').length > 0)
    throw refusedAddress('The address on the record has letters that cannot be printed');
  const order = { signing_order, channel: 'EMAIL', way: 'LETTER', addressConfirmed } as const;
  const { signer, linkId, endsAt, url = '' } = await sendLink(open, actor, order);
  // The rule of channels has asked for it: letters go to the patient's own address alone.
  const address = ROLE_RULES[signer.role].isPatient ? (patient.address ?? '') : '';
  const facts = await mailFactsOf(open, signer);
  await recordPrinted(open, {
    order: signer.signing_order,
    linkId,
    address,
    language: facts.language,
    isAddressConfirmed: addressConfirmed === true,
  });
  const name = { firstName: patient.first_name, lastName: patient.last_name };
  const document = letterDocument({
    ...facts,
    letterhead: await drawnLetterhead(db, consent),
    to: windowLines(spokenName(name), address),
    latinNames: latinNameOf(name, patient),
    url,
    origin: deps.publicOrigin,
    today: todayOf(deps),
    until: lastDayOf(endsAt, deps),
    madeAt: deps.clock(),
  });
  return { file: await drawnLetter(context, document), name: `letter-${facts.caseNumber}.pdf`, type: FILE_TYPES.PDF };
}

/** The letter as a file. @throws Refused INVALID where the address has more lines than its window shows */
async function drawnLetter({ deps }: Pick<Context, 'deps'>, document: PdfDocument): Promise<Uint8Array> {
  try {
    return await deps.pdf.render(document);
  } catch (error) {
    if (error instanceof PdfNotDrawn && error.message === WINDOW_TOO_SMALL)
      throw refusedAddress('The address on the record does not fit the window of an envelope: make it shorter');
    throw error;
  }
}

function refusedAddress(message: string): Refused {
  return new Refused('INVALID', { fields: [{ path: 'address', message }] });
}
