import type { CallName, Output, Parsed, QueuedCall } from '#contract/calls.ts';
import { calls } from '#contract/calls.ts';
import { Uuid } from '#domain/text.ts';
import * as v from 'valibot';

/** What a call has changed, as its op remembers it; `version` is the one that it made. */
export type Effect = { entity: string; entity_id: string | null; version: number | null };

/** Calls that a device may keep and that take a key. A handover takes none: it has an id of its own. */
type KeptWithKey = Exclude<QueuedCall, 'consentSendToSign'>;

const patient = ({ id, version }: { id: string; version: number }): Effect => ({ entity: 'patient', entity_id: id, version });
const consent = ({ consentID, version }: { consentID: string; version: number }): Effect => ({
  entity: 'consent',
  entity_id: consentID,
  version,
});

// What a signer says moves no version that a later call could be made on.
const said = (consentID: string): Effect => ({ entity: 'consent', entity_id: consentID, version: null });

// A call that may be kept and has no line here does not compile: a later one could not be made after it.
const EFFECTS: { [K in KeptWithKey]: (input: Parsed<K>, answer: Output<K>) => Effect } = {
  patientCreate: (_, { data }) => patient(data.patient),
  patientUpdate: (_, { data }) => patient(data),
  patientUpdateStatus: (_, { data }) => patient(data),
  consentCreate: (_, answer) => consent(answer),
  consentUpdate: (_, answer) => consent(answer),
  consentSend: (_, { data }) => consent(data),
  recordIdentity: ({ consentID }) => said(consentID),
  recordAnswers: (_, { data }) => consent(data),
  recordDecline: ({ consentID }) => said(consentID),
  recordLater: ({ consentID }) => said(consentID),
  recordSign: ({ consentID }, { data }) => consent({ consentID, version: data.version }),
  recordWithdraw: (_, { data }) => consent(data),
  recordUpdate: (_, { data }) => ({ entity: 'case', entity_id: data.recordID, version: data.version }),
};

/**
 * What a call has changed.
 *
 * @param input - as its schema parsed it
 * @param answer - as the contract has it
 */
export function effectOf(name: CallName, input: Readonly<Record<string, unknown>>, answer: unknown): Effect {
  if (isKeptWithKey(name)) {
    // One line of the table is found by its own name, so input and answer are of that line's call.
    const effect = EFFECTS[name] as (input: unknown, answer: unknown) => Effect;
    return effect(input, answer);
  }
  const named = ['consentID', 'recordID', 'patientID', 'id'].map((field) => input[field]);
  const id = named.find((each): each is string => v.is(Uuid, each));
  return { entity: calls[name].path.split('/')[0] ?? '', entity_id: id ?? null, version: null };
}

function isKeptWithKey(name: CallName): name is KeptWithKey {
  return Object.hasOwn(EFFECTS, name);
}
