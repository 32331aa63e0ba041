import type { CallName, Output, Parsed, QueuedCall } from '#contract/calls.ts';
import { calls } from '#contract/calls.ts';
import { Uuid } from '#domain/values/text.ts';
import * as v from 'valibot';

/** The effect of a call, as stored with its op; `version` is the version that it wrote. */
export type Effect = { entity: string; entity_id: string | null; version: number | null };

/** Queueable calls with an idempotency key. A handover has none: it has an id of its own. */
type KeyedQueuedCall = Exclude<QueuedCall, 'consentSendToSign'>;

const patient = ({ id, version }: { id: string; version: number }): Effect => ({ entity: 'patient', entity_id: id, version });
const consent = ({ consentID, version }: { consentID: string; version: number }): Effect => ({
  entity: 'consent',
  entity_id: consentID,
  version,
});

// Identity checks, answers of understanding and declines write no version, so no later call can expect one.
const signerEffect = (consentID: string): Effect => ({ entity: 'consent', entity_id: consentID, version: null });

const caseEffect = ({ recordID, version }: { recordID: string; version: number }): Effect => ({
  entity: 'case',
  entity_id: recordID,
  version,
});

// A queueable call without an entry does not compile: a later op could not name the version that it wrote.
const EFFECTS: { [K in KeyedQueuedCall]: (input: Parsed<K>, answer: Output<K>) => Effect } = {
  patientCreate: (_, { data }) => patient(data.patient),
  patientUpdate: (_, { data }) => patient(data),
  patientUpdateStatus: (_, { data }) => patient(data),
  patientConflict: ({ id }) => ({ entity: 'patient', entity_id: id, version: null }),
  consentCreate: (_, answer) => consent(answer),
  consentUpdate: (_, answer) => consent(answer),
  consentSend: (_, { data }) => consent(data),
  recordIdentity: ({ consentID }) => signerEffect(consentID),
  recordAnswers: (_, { data }) => consent(data),
  recordDecline: ({ consentID }) => signerEffect(consentID),
  recordLater: ({ consentID }) => signerEffect(consentID),
  recordUnderstanding: ({ consentID }) => signerEffect(consentID),
  recordSign: ({ consentID }, { data }) => consent({ consentID, version: data.version }),
  recordWithdraw: (_, { data }) => consent(data),
  recordConfirm: (_, { data }) => consent(data),
  recordNotConfirmed: (_, { data }) => consent(data),
  recordDone: (_, { data }) => caseEffect(data),
  recordClose: (_, { data }) => caseEffect(data),
  safetyReport: ({ id }) => ({ entity: 'safety', entity_id: id, version: null }),
  recordUpdate: (_, { data }) => caseEffect(data),
};

/**
 * The effect of a call on an entity.
 *
 * @param input - as its schema parsed it
 * @param answer - as the contract has it
 */
export function effectOf(name: CallName, input: Readonly<Record<string, unknown>>, answer: unknown): Effect {
  if (isKeyedQueuedCall(name)) {
    // The entry is found by the name of the call, so input and answer are of that call.
    const effect = EFFECTS[name] as (input: unknown, answer: unknown) => Effect;
    return effect(input, answer);
  }
  const named = ['consentID', 'recordID', 'patientID', 'id'].map((field) => input[field]);
  const id = named.find((each): each is string => v.is(Uuid, each));
  return { entity: calls[name].path.split('/')[0] ?? '', entity_id: id ?? null, version: null };
}

function isKeyedQueuedCall(name: CallName): name is KeyedQueuedCall {
  return Object.hasOwn(EFFECTS, name);
}
