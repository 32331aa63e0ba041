import type { Output, QueuedCall } from '#contract/calls.ts';
import type { Consent } from '#contract/record-shapes.ts';
import type { Kept, KeptConsent } from '../kept.ts';
import type { EntityOf } from '../outbox/project.ts';
import type { QueuedInput } from '../outbox/queued.ts';
import type { EntityName } from '../vault-database.ts';

/** The server's copy of an entity after one call; `version` null where the call moved none. */
export type Settled<T> = { readonly copy: T | null; readonly version: number | null };

type Answered<K extends QueuedCall> = {
  readonly answer: Output<K>;
  readonly input: QueuedInput<K>;
  /** the server's copy before, null where there was none */
  readonly before: EntityOf<K> | null;
};

type Settlements = { readonly [K in QueuedCall]: (answered: Answered<K>) => Settled<EntityOf<K>> };

/** What each answer makes of the copy on this device; a call that may be queued and has no line here does not compile. */
const settlements: Settlements = {
  patientCreate: ({ answer }) => ({ copy: answer.data.patient, version: answer.data.patient.version }),
  patientUpdate: ({ answer }) => ({ copy: answer.data, version: answer.data.version }),
  patientUpdateStatus: ({ answer }) => ({ copy: answer.data, version: answer.data.version }),
  consentCreate: ({ answer }) => ({ copy: keptOf(answer.data), version: answer.version }),
  consentUpdate: ({ answer }) => ({ copy: keptOf(answer.data), version: answer.version }),
  consentSend: ({ answer }) => ({ copy: keptOf(answer.data), version: answer.data.version }),
  // The ticket is a secret of a handover that is long over: it is not kept.
  consentSendToSign: ({ before, input }) => ({ copy: withHandover(before, input), version: null }),
  recordIdentity: ({ before }) => ({ copy: before, version: null }),
  recordAnswers: ({ answer }) => ({ copy: keptOf(answer.data), version: answer.data.version }),
  recordDecline: ({ answer, before }) => ({ copy: withStatus(before, answer.data), version: null }),
  recordLater: ({ before }) => ({ copy: before, version: null }),
  recordSign: ({ answer, before, input }) => ({ copy: withSignature(before, input, answer.data), version: answer.data.version }),
  recordWithdraw: ({ answer }) => ({ copy: keptOf(answer.data), version: answer.data.version }),
  recordUpdate: ({ answer: { listing } }) => ({ copy: listing, version: listing.version }),
};

// The table's types are given up once, here, where one loop settles every call.
type AnySettlement = (told: { answer: unknown; input: unknown; before: unknown }) => Settled<Kept[EntityName]>;

/**
 * The server's copy after an answer that was parsed by its call's own schema.
 *
 * @param told - the answer, what was sent, and the server's copy before
 */
export function settle(
  call: QueuedCall,
  told: { readonly answer: unknown; readonly input: unknown; readonly before: Kept[EntityName] | null },
): Settled<Kept[EntityName]> {
  return (settlements[call] as unknown as AnySettlement)(told);
}

/** A version as the server tells it, with nothing of this device's own. */
export function keptOf(server: Consent): KeptConsent {
  const { consentID, recordID, patientID, formType, status } = server;
  return { consentID, recordID, patientID, formType, server, draft: {}, status, handovers: [], signed: [], happened: [] };
}

function withHandover(before: KeptConsent | null, { role, handoverId }: QueuedInput<'consentSendToSign'>): KeptConsent | null {
  if (before === null || handoverId === undefined) return before;
  return { ...before, handovers: [...before.handovers, { role, handoverId }] };
}

function withStatus(before: KeptConsent | null, { status }: Output<'recordDecline'>['data']): KeptConsent | null {
  if (before === null) return null;
  return { ...before, status, server: before.server === null ? null : { ...before.server, status } };
}

function withSignature(
  before: KeptConsent | null,
  { role, name, method, capturedAt }: QueuedInput<'recordSign'>,
  { status, sealState, version }: Output<'recordSign'>['data'],
): KeptConsent | null {
  if (before === null) return null;
  const server = before.server === null ? null : { ...before.server, status, sealState, version };
  return { ...before, server, status, signed: [...before.signed, { role, name, method, capturedAt }] };
}
