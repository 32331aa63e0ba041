import { NotSent, Unreachable } from '#contract/engine/call.ts';
import type { TicketDetails } from '#contract/signing.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { createSerialRunner } from '#src/device/serial-runner.ts';
import { currentTicket, type HandoverTicket } from '#src/session/handover.ts';
import { savedVisitOf } from '#src/sign/saved-visit.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import type { LocalChange } from '#store/outbox/prepare-op.ts';
import { NotOnDevice } from '#store/outbox/calls-apply.ts';
import type { Handoff } from '#store/session/handoff.ts';
import { savePinned, readPinned } from '#store/entities/pinned.ts';
import { StorageLost } from '#store/db/vault-mark.ts';
import { StorageFull } from '#store/session/quota.ts';
import { saveTicketReceipts, type TakenCall } from '#store/sync/ticket-receipts.ts';
import { applyTicketAnswer } from '#store/sync/ticket-answer.ts';
import type { Store } from '#store/session/store.ts';
import { CLINICIAN_PADS, clearPads, saveStrokes, type PadId } from '#store/entities/strokes.ts';
import { createVisitWriter } from './visit-writer.ts';
import { queuedStateOf } from './queued-state.ts';
import type { SignerAnswer, SignerStore, SignerCallName, SignerCall } from './signer-calls.ts';
import { english } from '#src/sign/texts/texts.ts';
import { openHandoffStore } from './open-handoff-store.ts';

type SignerTicket = Pick<HandoverTicket, 'ticket' | 'consentID' | 'role' | 'handoverId'> & {
  readonly signing_order?: number | undefined;
};

/** Opens the clinician's vault on the signer's page with the keys of the handoff. */
export async function openSignerStore(
  handoff: Handoff,
  { ticket, consentID, role, signing_order, handoverId }: SignerTicket,
): Promise<SignerStore> {
  const store = await openHandoffStore(handoff);
  const { details, clockOffset } = handoff;
  // Pads of other handovers are cleared: no signer may see another person's ink.
  const ownPrefix = `${handoverId}|`;
  const padOf = (method: string, digest: string): PadId => ({
    consentId: consentID,
    pad: `${ownPrefix}${role}|${method}|${digest}`,
  });
  const isOfOthers = (pad: string) => !pad.startsWith(ownPrefix) && !pad.startsWith(CLINICIAN_PADS);
  await clearPads(store, consentID, isOfOthers).catch(() => undefined);
  // A page before a reload may have queued calls of this handover.
  const queued = await queuedStateOf(store, { consentID, handoverId });
  let isWaiting = ticket === null || queued.hasUnsent;
  let isHandoverQueued = ticket === null || queued.isHandoverQueued;
  // The call's schema checks the role.
  const signer = { role: role as SignerRole, ...(signing_order === undefined ? {} : { signing_order }) };
  const underWay = { consentID, ...signer, handoverId, isUnderWay: true };
  const saveReceipts = async <K extends SignerCallName>({ call, input, key }: SignerCall<K>) => {
    // One receipt for the whole handover, also when the page is opened again.
    const start = { call: 'consentSendToSign', key: handoverId, input: underWay } as const;
    // None of these calls has a version: the queue's input is the call's own.
    const taken: TakenCall = { call, key, input };
    await saveTicketReceipts(store, consentID, isHandoverQueued ? [taken] : [start, taken]);
  };
  const visits = createVisitWriter(store, handoverId);
  const saves = createSerialRunner();
  // Deletes the ink of this handover at its end: no other handover may show it.
  const clearInk = async () => {
    await visits.save(null).catch(() => undefined);
    await saves.run(() => clearPads(store, consentID, (pad) => pad.startsWith(ownPrefix))).catch(() => undefined);
  };
  return {
    vault: handoff.vault,
    details,
    clockOffset,
    hasUnsent: () => isWaiting,
    queue: async (signerCall) => {
      await withPlainErrors(async () => {
        if (signerCall.after !== undefined) await pin(store, signerCall.after, details);
        if (!isHandoverQueued) {
          // The clinician's session, which gave the ticket, sends on what follows: without this the server holds it back.
          await enqueue(store, { call: 'consentSendToSign', input: underWay });
          isHandoverQueued = true;
        }
        const signed = strokesIn(signerCall);
        const ink =
          signed === null ? null : await saves.run(() => saveStrokes(store, padOf(signed.method, signed.digest), signed.strokes));
        await enqueue(withKey(store, signerCall.key), changeOf(signerCall, ink));
      });
      isWaiting = true;
      if (endsVisit(signerCall)) await clearInk();
    },
    applyAnswer: async (signerCall, answer) => {
      // The server has the call: a full device must not fail the signature.
      await saveReceipts(signerCall).catch(() => undefined);
      if (endsVisit(signerCall)) await clearInk();
      const { call, input } = signerCall;
      const answered: AnsweredCall = { call, input, answer };
      if (changesForm(answered)) await applyTicketAnswer(store, answered);
    },
    queuedEnding: queued.ending,
    saveVisit: async (visit) => {
      const now = currentTicket();
      const saved = now === null ? undefined : savedVisitOf(visit, now);
      if (saved !== undefined) await visits.save(saved);
    },
  };
}

/** A call with its own input and answer. */
type AnsweredCall<K extends SignerCallName = SignerCallName> = {
  readonly call: K;
  readonly input: SignerCall<K>['input'];
  readonly answer: SignerAnswer<K>;
};
type FormChange = AnsweredCall<'recordAnswers'> | AnsweredCall<'recordSign'> | AnsweredCall<'recordDecline'>;

function changesForm(answered: AnsweredCall): answered is FormChange {
  return answered.call === 'recordAnswers' || answered.call === 'recordSign' || answered.call === 'recordDecline';
}

/** Whether nobody signs in this handover after a call: ink left in a pad is nobody's signature. */
function endsVisit<K extends SignerCallName>({ call, input }: SignerCall<K>): boolean {
  if (call === 'recordIdentity') return 'confirmed' in input && !input.confirmed;
  if (call === 'recordAnswers') return 'signature' in input && input.signature !== undefined;
  return call !== 'recordUnderstanding';
}

/**
 * A store whose next op gets this idempotency key: the call may already have reached the server by ticket, and must count once.
 */
function withKey(store: Store, key: string): Store {
  return { ...store, env: { ...store.env, newId: () => key } };
}

function changeOf({ call, input }: SignerCall<SignerCallName>, ink: string | null): LocalChange<SignerCallName> {
  // None of these calls has a version: the queue's input is the call's own.
  const change: LocalChange<SignerCallName> = { call, input };
  return ink === null ? change : { ...change, ink };
}

function strokesIn<K extends SignerCallName>(signerCall: SignerCall<K>) {
  // A union discriminated by `call`, which TypeScript does not narrow for a generic K.
  const { call, input } = signerCall as SignerCall<SignerCallName>;
  if (call !== 'recordSign' || !('strokes' in input) || input.strokes === undefined) return null;
  return { method: input.method, digest: input.contentDigest, strokes: input.strokes };
}

async function withPlainErrors(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (failure) {
    if (failure instanceof NotOnDevice) throw new Unreachable('This form is not on this tablet');
    if (failure instanceof StorageLost) throw new NotSent([{ path: '', message: english.cleared }]);
    if (failure instanceof StorageFull) throw new NotSent([{ path: '', message: english.full }]);
    throw failure;
  }
}

/** Answers change the digest: every later signer on this tablet signs under the new one, so the form is pinned again. */
async function pin(
  store: Store,
  { consent, patient, recipients, contentDigest, shown = null }: TicketDetails,
  before: TicketDetails | null,
) {
  const { templateID, templateVersion, content, procedures } = consent;
  if (templateID === null || templateVersion === null) return;
  const pinned = await readPinned(store, consent.consentID);
  await savePinned(store, consent.consentID, {
    content,
    templateID,
    templateVersion,
    procedures,
    recipients: recipients.map(({ role, recipient_name: name, recipient_email, signing_order: order, required = true }) => ({
      role,
      name,
      email: recipient_email ?? null,
      order,
      required,
    })),
    statements: (before ?? { consent }).consent.statements,
    ...pinned,
    patient,
    contentDigest,
    shown,
  });
}
