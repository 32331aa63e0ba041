import { calls, type Input, type QueuedCall } from '#contract/calls.ts';
import type { EntityName } from '#store/db/vault-database.ts';
import type { Lane } from '#store/db/op.ts';

/** The input of a queued call, without its version: that is filled in at the first send, since the op before may still raise it. */
export type QueuedInput<K extends QueuedCall> = Omit<Input<K>, 'version'>;

type QueuedCallRule<K extends QueuedCall> = {
  readonly table: EntityName;
  /** Id of the entity that the call changes; an entity created on this device has its final id. */
  readonly idOf: (input: QueuedInput<K>) => string | undefined;
  /** Queued calls that take these fields in before their first send. Signatures and status changes are never merged. */
  readonly joins: readonly QueuedCall[];
};

/** Rules of the queue for each call. A queueable call without an entry here does not compile. */
export const queuedCalls: { readonly [K in QueuedCall]: QueuedCallRule<K> } = {
  patientCreate: { table: 'patients', idOf: ({ id }) => id, joins: [] },
  patientUpdate: { table: 'patients', idOf: ({ id }) => id, joins: ['patientCreate', 'patientUpdate'] },
  patientUpdateStatus: { table: 'patients', idOf: ({ id }) => id, joins: [] },
  patientConflict: { table: 'patients', idOf: ({ id }) => id, joins: [] },
  consentCreate: { table: 'consents', idOf: ({ consentID }) => consentID, joins: [] },
  consentUpdate: { table: 'consents', idOf: ({ consentID }) => consentID, joins: ['consentCreate', 'consentUpdate'] },
  consentSend: { table: 'consents', idOf: ({ consentID }) => consentID, joins: [] },
  consentSendToSign: { table: 'consents', idOf: ({ consentID }) => consentID, joins: [] },
  recordIdentity: { table: 'consents', idOf: ({ consentID }) => consentID, joins: [] },
  recordAnswers: { table: 'consents', idOf: ({ consentID }) => consentID, joins: [] },
  recordUnderstanding: { table: 'consents', idOf: ({ consentID }) => consentID, joins: [] },
  recordDecline: { table: 'consents', idOf: ({ consentID }) => consentID, joins: [] },
  recordLater: { table: 'consents', idOf: ({ consentID }) => consentID, joins: [] },
  recordSign: { table: 'consents', idOf: ({ consentID }) => consentID, joins: [] },
  recordWithdraw: { table: 'consents', idOf: ({ consentID }) => consentID, joins: [] },
  recordConfirm: { table: 'consents', idOf: ({ consentID }) => consentID, joins: [] },
  recordNotConfirmed: { table: 'consents', idOf: ({ consentID }) => consentID, joins: [] },
  recordDone: { table: 'listings', idOf: ({ id }) => id, joins: [] },
  recordClose: { table: 'listings', idOf: ({ id }) => id, joins: [] },
  // It changes nothing on this device; its id is its own.
  safetyReport: { table: 'listings', idOf: ({ id }) => id, joins: [] },
  recordUpdate: { table: 'listings', idOf: ({ recordID }) => recordID, joins: ['recordUpdate'] },
};

/** Whether the call's input has the entity version that it was made on. */
export function isVersioned(call: QueuedCall): boolean {
  return 'version' in calls[call].input.entries;
}

const EDITS: readonly QueuedCall[] = ['patientUpdate', 'consentUpdate', 'recordUpdate'];

/** Whether the call only changes fields: then edits of different fields may be merged. */
export function isEdit(call: QueuedCall): boolean {
  return EDITS.includes(call);
}

/** Whether the call only notes something for the server: it has a lane of its own, and leaves its entity's row as it is. */
export function isNote(call: QueuedCall): boolean {
  return call === 'patientConflict' || call === 'safetyReport';
}

const LANES = { patients: 'patient', consents: 'consent', listings: 'case' } as const;

export function laneOf(table: EntityName, id: string): Lane {
  return `${LANES[table]}:${id}`;
}
