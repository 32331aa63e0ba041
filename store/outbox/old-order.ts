import type { VaultDatabase } from '../vault-database.ts';
import type { Lane, OpRow } from './op.ts';
import { laneOf } from './queued.ts';

type Op = Pick<OpRow, 'opId' | 'lane' | 'entityId'>;

/** Which patient each lane is about. */
export type Owners = ReadonlyMap<Lane, string>;

/**
 * Whose the lanes of these ops are: of a form or a case as a body tells it, else as its row on this device does. A lane of which nobody
 * knows is left out. Inside a transaction that holds `consents` and `listings`.
 *
 * @param bodies - what was sent
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

/** For which of these an op has to wait: those of the same patient, less other forms, or other cases, which do not touch it. */
export function depsAmong(op: Op, others: readonly Op[], owners: Owners): string[] {
  const owner = owners.get(op.lane);
  if (owner === undefined) return [];
  return others.filter(({ lane }) => owners.get(lane) === owner && kindOf(lane) !== kindOf(op.lane)).map(({ opId }) => opId);
}

function kindOf(lane: Lane): string {
  return lane.slice(0, lane.indexOf(':'));
}
