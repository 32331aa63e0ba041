import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { TicketDetails } from '#contract/signing.ts';
import { UnknownShownVersion, type FullShownContent } from '#domain/consents/digest.ts';
import { fullShownOf } from '#domain/consents/shown.ts';
import { isWitness } from '#domain/forms/signer-roles.ts';
import { digestShownContent } from './content-digest.ts';
import { signerOf } from './steps.ts';
import { haltTexts } from './texts/halt-texts.ts';
import type { VisitAction } from './visit.ts';

/**
 * Judges a form whose pinned record is of a later shape than the first, or that does not count any more. Pages draw the record, and
 * nothing beside it that its digest does not cover.
 */
export async function judgeForm(details: TicketDetails): Promise<VisitAction> {
  const { outdated, replaced } = haltTexts;
  // Of a form that was recorded in error the server shows nothing: this one ended because a newer one was signed.
  if (details.consent.status === 'VOIDED') return { kind: 'halted', why: 'closed', page: replaced };
  try {
    const isSame = (await digestShownContent(details)) === details.contentDigest;
    if (!isSame || !hasOwnStatement(details)) return { kind: 'halted', why: 'changed' };
  } catch (failure) {
    if (failure instanceof UnknownShownVersion) return { kind: 'halted', why: 'closed', page: outdated };
    throw failure;
  }
  return { kind: 'loaded', details: drawnFrom(details) };
}

/** The form with everything that pages show taken from its record; a form of the first shape as it is. */
export function drawnFrom(details: TicketDetails): TicketDetails {
  const shown = fullShownOf(details.shown);
  if (shown === null) return details;
  const nameAt = new Map(shown.recipients.map(({ order, name }) => [order, name]));
  const recipients = details.recipients.map((each) => ({
    ...each,
    recipient_name: nameAt.get(each.signing_order) ?? each.recipient_name,
  }));
  return {
    ...details,
    consent: { ...details.consent, ...contentOf(shown), recipients },
    patient: { ...details.patient, ...shown.patient },
    recipients,
  };
}

function contentOf({ formType, template, procedures, oldProcedures, answers, interpreting }: FullShownContent): Partial<Consent> {
  const { interpreter } = interpreting;
  return {
    formType,
    templateID: template.templateID,
    templateVersion: template.templateVersion,
    content: [...template.nodes],
    procedures: [...procedures],
    oldProcedures: [...oldProcedures],
    mattersToMe: answers.mattersToMe,
    additionalChoices: [...answers.additionalChoices],
    refusals: [...answers.refusals],
    ...interpreting,
    // The record has no address of an interpreter.
    interpreter: interpreter === null ? null : { ...interpreter, emailAddress: null, phone: null, signsHere: false },
  };
}

// The sentence is signed letter for letter. A witness's is in no record, and the server compares it.
function hasOwnStatement(details: TicketDetails): boolean {
  const shown = fullShownOf(details.shown);
  const ownOrder = signerOf(details)?.signing_order;
  if (shown === null || isWitness(details.role)) return true;
  return shown.statements.some(
    ({ order, role, text }) => order === ownOrder && role === details.role && text === details.statement,
  );
}
