import { canonical } from '#domain/digest.ts';
import { asDrafted } from './consent-content.ts';
import type { Kept } from './kept.ts';
import type { EntityName } from './vault-database.ts';

/** Fields by their names on the wire. */
export type Fields = Readonly<Record<string, unknown>>;

/** What is on this device is no longer what the person saw when they wrote over it; nothing was kept. */
export class Overtaken extends Error {
  override name = 'Overtaken';
  /** the entity as it is now */
  readonly current: Kept[EntityName];
  constructor(current: Kept[EntityName]) {
    super('This was changed in the meantime');
    this.current = current;
  }
}

/**
 * @param seen - as the person saw the fields, in one writing or several (as typed, as the call tidies it): any one will do
 * @throws Overtaken when one of the fields has another value now
 */
export function refuseOvertaken(now: Kept[EntityName] | null, ...seen: readonly Fields[]): void {
  const names = new Set(seen.flatMap((each) => Object.keys(each)));
  if (now === null) return;
  const fields = fieldsOf(now);
  for (const name of names) if (!seen.some((each) => isSame(each[name], fields[name]))) throw new Overtaken(now);
}

/** Nothing, null and an absent field are one. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one ?? null) === canonical(other ?? null);
}

/** Of a version what was written here last lies on top of the server's copy. */
function fieldsOf(entity: Kept[EntityName]): Fields {
  if (!('consentID' in entity)) return entity;
  const { server, formType, draft } = entity;
  return { ...server, ...(server === null ? {} : { procedures: server.procedures.map(asDrafted) }), formType, ...draft };
}
