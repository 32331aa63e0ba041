import { isPatientOnOwnForm } from '#domain/forms/signer-roles.ts';
import type { Output, QueuedCall } from '#contract/calls.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { Entities, LocalConsent } from '#store/entities/types.ts';
import type { CallEntity } from './calls-apply.ts';
import { localSignatureOf, signerOfAct } from './local-signer.ts';
import type { QueuedInput } from './calls.ts';
import type { EntityName } from '#store/db/vault-database.ts';

/** The server's copy of an entity after one call; `version` is null when the call created none. */
export type AnsweredEntity<T> = { readonly copy: T | null; readonly version: number | null };

type AnsweredCall<K extends QueuedCall> = {
  readonly answer: Output<K>;
  readonly input: QueuedInput<K>;
  /** the server's copy before the call; null without one */
  readonly before: CallEntity<K> | null;
};

type AnswerAppliers = { readonly [K in QueuedCall]: (answered: AnsweredCall<K>) => AnsweredEntity<CallEntity<K>> };

/** How each call's answer changes the server's copy. A queueable call without an entry here does not compile. */
const answerAppliers: AnswerAppliers = {
  patientCreate: ({ answer }) => ({ copy: answer.data.patient, version: answer.data.patient.version }),
  patientUpdate: ({ answer }) => ({ copy: answer.data, version: answer.data.version }),
  patientUpdateStatus: ({ answer }) => ({ copy: answer.data, version: answer.data.version }),
  patientConflict: ({ before }) => ({ copy: before, version: null }),
  consentCreate: ({ answer }) => ({ copy: localConsentOf(answer.data), version: answer.version }),
  consentUpdate: ({ answer }) => ({ copy: localConsentOf(answer.data), version: answer.version }),
  consentSend: ({ answer }) => ({ copy: localConsentOf(answer.data), version: answer.data.version }),
  // The ticket is the secret of a handover that is long over: it is not stored.
  consentSendToSign: ({ before, input }) => ({ copy: withHandover(before, input), version: null }),
  recordIdentity: ({ before }) => ({ copy: before, version: null }),
  recordAnswers: ({ answer }) => ({ copy: localConsentOf(answer.data), version: answer.data.version }),
  recordDecline: ({ answer, before, input }) => ({ copy: withDecline(before, input, answer.data), version: null }),
  recordLater: ({ before }) => ({ copy: before, version: null }),
  recordUnderstanding: ({ before }) => ({ copy: before, version: null }),
  recordSign: ({ answer, before, input }) => ({ copy: withSignature(before, input, answer.data), version: answer.data.version }),
  recordWithdraw: ({ answer }) => ({ copy: localConsentOf(answer.data), version: answer.data.version }),
  recordConfirm: ({ answer }) => ({ copy: localConsentOf(answer.data), version: answer.data.version }),
  recordNotConfirmed: ({ answer }) => ({ copy: localConsentOf(answer.data), version: answer.data.version }),
  recordDone: ({ answer: { listing } }) => ({ copy: listing, version: listing.version }),
  recordClose: ({ answer: { listing } }) => ({ copy: listing, version: listing.version }),
  safetyReport: ({ before }) => ({ copy: before, version: null }),
  recordUpdate: ({ answer: { listing } }) => ({ copy: listing, version: listing.version }),
};

/**
 * Applies an answer to the server's copy. The answer was parsed by its call's own schema.
 *
 * @param answered - the answer, the sent input, and the server's copy before
 */
export function applyAnswer<K extends QueuedCall>(
  call: K,
  { answer, input, before }: { readonly answer: unknown; readonly input: unknown; readonly before: Entities[EntityName] | null },
): AnsweredEntity<CallEntity<K>> {
  // An op stores the input of its own call, and its lane is that of one entity.
  const answered = { answer: answer as Output<K>, input: input as QueuedInput<K>, before: before as CallEntity<K> | null };
  return answerAppliers[call](answered);
}

/** A version as the server sent it, without local changes. */
export function localConsentOf(server: Consent): LocalConsent {
  const { consentID, recordID, patientID, formType, status } = server;
  return { consentID, recordID, patientID, formType, server, draft: {}, status, handovers: [], signed: [], happened: [] };
}

function withHandover(
  before: LocalConsent | null,
  { handoverId, isUnderWay = false, ...signer }: QueuedInput<'consentSendToSign'>,
): LocalConsent | null {
  if (isUnderWay) return before;
  if (before === null || handoverId === undefined) return before;
  return { ...before, handovers: [...before.handovers, { ...signerOfAct(signer), handoverId }] };
}

// The next copy that is fetched has the signer's own state.
function withDecline(
  before: LocalConsent | null,
  { role, signing_order }: QueuedInput<'recordDecline'>,
  { status }: Output<'recordDecline'>['data'],
): LocalConsent | null {
  if (before === null) return null;
  const server = before.server === null ? null : { ...before.server, status };
  if (role === undefined || isPatientOnOwnForm(role)) return { ...before, status, server };
  const declined = { ...signerOfAct({ role, signing_order }), ...(status === 'DECLINED' ? {} : { goesOn: true as const }) };
  return { ...before, status, server, declined: [...(before.declined ?? []), declined] };
}

function withSignature(
  before: LocalConsent | null,
  input: QueuedInput<'recordSign'>,
  { status, sealState, version }: Output<'recordSign'>['data'],
): LocalConsent | null {
  if (before === null) return null;
  const server = before.server === null ? null : { ...before.server, status, sealState, version };
  return { ...before, server, status, signed: [...before.signed, localSignatureOf(input)] };
}
