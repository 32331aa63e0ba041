import { calls, type Input, type QueuedCall } from '#contract/calls.ts';
import type { EntityName } from '../vault-database.ts';
import type { Lane } from './op.ts';

/** The input of a queued call. Its version is filled in when it is first sent: until then the op before may still move it. */
export type QueuedInput<K extends QueuedCall> = Omit<Input<K>, 'version'>;

type Rule<K extends QueuedCall> = {
  readonly table: EntityName;
  /** The entity that the call is about; one made on this device has its final id. */
  readonly idOf: (input: QueuedInput<K>) => string | undefined;
  /** The waiting calls whose body takes these fields in; signatures and moves of a state have none. */
  readonly joins: readonly QueuedCall[];
};

/** How each call waits in the queue; a call that may be queued and has no line here does not compile. */
export const queued: { readonly [K in QueuedCall]: Rule<K> } = {
  patientCreate: { table: 'patients', idOf: ({ id }) => id, joins: [] },
  patientUpdate: { table: 'patients', idOf: ({ id }) => id, joins: ['patientCreate', 'patientUpdate'] },
  patientUpdateStatus: { table: 'patients', idOf: ({ id }) => id, joins: [] },
  consentCreate: { table: 'consents', idOf: ({ consentID }) => consentID, joins: [] },
  consentUpdate: { table: 'consents', idOf: ({ consentID }) => consentID, joins: ['consentCreate', 'consentUpdate'] },
  consentSend: { table: 'consents', idOf: ({ consentID }) => consentID, joins: [] },
  consentSendToSign: { table: 'consents', idOf: ({ consentID }) => consentID, joins: [] },
  recordIdentity: { table: 'consents', idOf: ({ consentID }) => consentID, joins: [] },
  recordAnswers: { table: 'consents', idOf: ({ consentID }) => consentID, joins: [] },
  recordDecline: { table: 'consents', idOf: ({ consentID }) => consentID, joins: [] },
  recordLater: { table: 'consents', idOf: ({ consentID }) => consentID, joins: [] },
  recordSign: { table: 'consents', idOf: ({ consentID }) => consentID, joins: [] },
  recordWithdraw: { table: 'consents', idOf: ({ consentID }) => consentID, joins: [] },
  recordUpdate: { table: 'listings', idOf: ({ recordID }) => recordID, joins: ['recordUpdate'] },
};

/** Whether the call names the version that it was made on. */
export function isVersioned(call: QueuedCall): boolean {
  return 'version' in calls[call].input.entries;
}

const EDITS: readonly QueuedCall[] = ['patientUpdate', 'consentUpdate', 'recordUpdate'];

/** Whether the call changes fields and nothing else: what two people wrote into different ones may be merged. */
export function isEdit(call: QueuedCall): boolean {
  return EDITS.includes(call);
}

const LANES = { patients: 'patient', consents: 'consent', listings: 'case' } as const;

export function laneOf(table: EntityName, id: string): Lane {
  return `${LANES[table]}:${id}`;
}
