import { shownCaseNumber } from '#domain/cases/case-number.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { isConsenter } from '#domain/consents/recipients.ts';
import type { PageLanguage } from '#domain/values/patient-languages.ts';
import { organisationById, supportOf } from '#server/data/accounts/organisations.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { languageOf } from './message-language.ts';

/** The facts that any message to a signer may hold, whatever it is about. */
type MailFacts = {
  readonly language: PageLanguage;
  /** the form's own name for the organisation */
  readonly organisation: string;
  /** the ways to reach it today, as the server tells them */
  readonly support: string;
  readonly caseNumber: string;
  /** whether whoever reads it comes back at the public address */
  readonly comesBack: boolean;
};

/** The facts of a message about a form to one of its signers. @param signer - without one the message is in English */
export async function mailFactsOf(
  open: Pick<OpenCase, 'db' | 'deps' | 'record' | 'patient' | 'consent'>,
  signer?: { readonly role: SignerRole; readonly required?: boolean | undefined },
): Promise<MailFacts> {
  const { db, deps, record, patient, consent } = open;
  const organisation = await organisationById(db, record.organisation_id);
  return {
    language: signer === undefined ? 'en' : languageOf(open, signer),
    organisation: consent.letterhead?.name ?? organisation.name,
    support: supportOf(organisation, deps.settings.supportEmail),
    caseNumber: shownCaseNumber(record.number),
    comesBack: signer !== undefined && isConsenter(signer) && !patient.restricted,
  };
}
