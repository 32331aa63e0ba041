import { DONE } from '#domain/base/done-messages.ts';
import { listConsents } from '#server/data/summaries/consent-summaries.ts';
import { consentById } from '#server/data/consents/consents.ts';
import { documentByLink } from '#server/data/documents/document-links.ts';
import { documentOf } from '#server/data/documents/documents.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { hashToken } from '#server/data/tokens.ts';
import { moveRefused, Refused } from '#server/api-error.ts';
import type { Context, Handlers } from '#server/http/serve.ts';
import { knownToken } from '#server/policies/known-token.ts';
import { redactVersions } from '#server/policies/other-teams.ts';
import { caseVisibility } from '#server/policies/visibility.ts';
import type { Parsed } from '#contract/calls.ts';
import { refuseImported, downloadRevision, storedAddress } from '#server/work/documents/current-document.ts';
import { drawnAddress, drawnFileOf, isDrawnKind, isDrawnToken } from '#server/work/documents/drawn-address.ts';
import { drawFile, isDrawnOf } from '#server/work/documents/draw-file.ts';
import { fileOf } from '#server/work/documents/file.ts';
import { withPaperAddress } from '#server/work/documents/with-addresses.ts';
import { isQueuedCall } from '#server/http/capture.ts';
import { openCase } from '#server/work/cases/open-case.ts';
import { createConsentDraft, presentSaved, refuseStale, updateConsentDraft } from '#server/work/consents/save-consent.ts';
import { sendToSigners } from '#server/work/links/send-links.ts';
import { sendToSign } from '#server/work/consents/send-to-sign.ts';
import { startHandover } from '#server/work/signing/start-handover.ts';
import { expectedVersionOf } from '#server/policies/expected-version.ts';
import { storedKindOf } from '#server/work/documents/file-kind.ts';
import { intactArchive } from '#server/work/integrity/intact-document.ts';
import { countedBy } from '#server/work/consents/figure-clock.ts';
import { isHiddenFrom } from '#server/work/consents/hidden-version.ts';
import { presentVersion, viewConsent } from '#server/work/consents/view.ts';

type Names =
  | 'consentCreate'
  | 'consentUpdate'
  | 'consentSend'
  | 'consentGetAll'
  | 'consentGetConsents'
  | 'consentGetPrivateUrl'
  | 'documentGet'
  | 'consentSendToSign';

export const consentsHandlers: Pick<Handlers, Names> = {
  async consentCreate({ consentID, recordID, patientID, formType, activeTab, ...given }, context) {
    const open = await createConsentDraft(context, { consentID, recordID, patientID, formType, activeTab, input: given });
    return withPaperAddress(await presentSaved(open, 'CONSENT_CREATED'), context);
  },

  async consentUpdate({ consentID, version, formType, activeTab, ...given }, context) {
    const open = await updateConsentDraft(context, consentID, { version, formType, activeTab, input: given });
    return withPaperAddress(await presentSaved(open, 'CONSENT_SAVED'), context);
  },

  async consentSend({ consentID, version, templateVersion, shownVersion, translation, ...sending }, context) {
    const open = await openCase(context, consentID, async (found) =>
      refuseStale(found, await expectedVersionOf(context, version, { entity: 'consent', id: consentID })),
    );
    const isQueued = isQueuedCall(context.capture);
    await sendToSign(open, context.actor, { templateVersion, shownVersion, translation, isQueued });
    const isHere = sending.channel === 'DEVICE' && sending.channels === undefined;
    const sent = isHere ? [] : await sendToSigners(await openCase(context, consentID), context.actor, sending);
    const data = await viewConsent(context, consentID);
    // The version says who may see an address.
    const emailOf = new Map(data.recipients.map((each) => [each.signing_order, each.recipient_email]));
    const there = sent.map((each) => ({ ...each, recipient_email: emailOf.get(each.signing_order) ?? null }));
    const here = data.recipients.map((recipient) => ({ ...recipient, channel: 'DEVICE', mail: null }));
    return { message: DONE.CONSENT_SENT, data, recipients: isHere ? here : there };
  },

  async consentGetAll(filter, { db, actor, deps }) {
    return listOf({ db, actor, deps }, { ...filter, mine: false });
  },

  async consentGetConsents({ myConsents, ...filter }, { db, actor, deps }) {
    return listOf({ db, actor, deps }, { ...filter, mine: myConsents });
  },

  async consentGetPrivateUrl({ consentID, kind, sha256 }, { db, actor, deps }) {
    const consent = await consentById(db, caseVisibility(actor), consentID);
    if (consent === undefined) throw new Refused('NOT_FOUND');
    if (isHiddenFrom(actor, consent)) throw new Refused('FORBIDDEN');
    refuseImported(consent);
    if (isDrawnKind(kind)) {
      if (!isDrawnOf(kind, consent.status)) throw moveRefused('NO_DOCUMENT');
      return { message: DONE.OK, ...drawnAddress(deps, actor, { kind, consentID }) };
    }
    const document = await documentOf(db, { organisationId: actor.organisationId, id: consentID }, storedKindOf(kind), sha256);
    if (document === undefined) throw new Refused('NOT_FOUND');
    return { message: DONE.OK, ...(await storedAddress(db, deps, document, await downloadRevision(db, document, kind))) };
  },

  async documentGet({ token }, context) {
    const { db, now, deps, address } = context;
    // The address names nobody: who was given it stands in the line of the call that gave it.
    const logReading = (organisationId: string, consentId: string, kind: string) =>
      deps.accessLog.add([
        {
          organisationId,
          act: 'DOCUMENT',
          call: 'documentGet',
          user: null,
          subject: { consent: consentId },
          deviceId: null,
          address,
          detail: kind,
        },
      ]);
    if (isDrawnToken(token)) {
      const drawn = await knownToken(context, async () => drawnFileOf(deps, token));
      const file = await drawFile(drawn, deps);
      await logReading(drawn.organisationId, drawn.consentID, drawn.kind);
      return file;
    }
    const document = await knownToken(context, () => documentByLink(db, hashToken(token), now));
    const bytes = await intactArchive(context, document, document.revision);
    await logReading(document.organisation_id, document.consent_id, document.kind);
    return fileOf({ ...document, bytes });
  },

  async consentSendToSign(input, context) {
    return { message: DONE.HANDOVER_STARTED, ...(await startHandover(context, input)) };
  },
};

async function listOf(
  { db, actor, deps }: Pick<Context<StaffActor>, 'db' | 'actor' | 'deps'>,
  { mine, ...filter }: Omit<Parsed<'consentGetConsents'>, 'myConsents'> & { mine: boolean },
) {
  const reach = caseVisibility(actor);
  const counted = countedBy(filter, deps);
  const page = await listConsents(db, mine ? { ...reach, clinicianId: actor.userId } : reach, { ...filter, counted });
  const lines = await redactVersions({ db, actor, deps }, page.records);
  return {
    message: DONE.OK,
    data: { ...page, records: lines.map((row) => presentVersion(row.version, row, deps)) },
  };
}
