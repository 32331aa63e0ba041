import type { VaultDatabase } from '#store/db/vault-database.ts';
import type { Lane, OpRow } from '#store/db/op.ts';
import { laneOf } from './calls.ts';

type Op = Pick<OpRow, 'opId' | 'lane' | 'entityId'>;

/** The patient of each lane. */
export type Owners = ReadonlyMap<Lane, string>;

/**
 * Finds the patient of each op's lane: from a sent body of the form or case, else from its local row. A lane without either is left
 * out. Runs inside a transaction that holds `consents` and `listings`.
 *
 * @param bodies - bodies of sent calls
 */
export async function ownersOf(
  { consents, listings }: VaultDatabase,
  ops: readonly Op[],
  bodies: readonly Readonly<Record<string, unknown>>[],
): Promise<Owners> {
  const owners = new Map<Lane, string>();
  for (const { patientID, consentID, recordID } of bodies) {
    if (typeof patientID !== 'string') continue;
    if (typeof consentID === 'string') owners.set(laneOf('consents', consentID), patientID);
    if (typeof recordID === 'string') owners.set(laneOf('listings', recordID), patientID);
  }
  for (const { lane, entityId } of ops) {
    if (owners.has(lane)) continue;
    const isPatient = lane === laneOf('patients', entityId);
    const row = isPatient ? null : await (lane === laneOf('consents', entityId) ? consents : listings).get(entityId);
    const owner = isPatient ? entityId : row?.patientId;
    if (owner !== undefined) owners.set(lane, owner);
  }
  return owners;
}

/** Ids of the ops that an op depends on: ops of the same patient, except other forms and other cases, which are independent. */
export function depsAmong(op: Op, others: readonly Op[], owners: Owners): string[] {
  const owner = owners.get(op.lane);
  if (owner === undefined) return [];
  return others.filter(({ lane }) => owners.get(lane) === owner && kindOf(lane) !== kindOf(op.lane)).map(({ opId }) => opId);
}

function kindOf(lane: Lane): string {
  return lane.slice(0, lane.indexOf(':'));
}
