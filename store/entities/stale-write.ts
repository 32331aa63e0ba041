import { isSameValue } from '#domain/base/canonical.ts';
import { withoutLibraryText } from './consent-content.ts';
import type { EntityFields } from './merge.ts';
import type { Entities } from './types.ts';
import type { EntityName } from '#store/db/vault-database.ts';

/** Optimistic lock failed: the local entity is no longer what the user saw when they changed it. Nothing was written. */
export class StaleWrite extends Error {
  override name = 'StaleWrite';
  /** the entity as it is now */
  readonly current: Entities[EntityName];
  constructor(current: Entities[EntityName]) {
    super('This was changed in the meantime');
    this.current = current;
  }
}

/**
 * Checks the fields that a user is about to overwrite against their present values.
 *
 * @param expected - the values that the user saw, in one form or several (raw, and normalised by the call's schema): any one may match
 * @throws StaleWrite when a field has another value now
 */
export function assertFresh(now: Entities[EntityName] | null, ...expected: readonly EntityFields[]): void {
  const names = new Set(expected.flatMap((each) => Object.keys(each)));
  if (now === null) return;
  const fields = fieldsOf(now);
  for (const name of names) if (!expected.some((each) => isSameValue(each[name], fields[name]))) throw new StaleWrite(now);
}

/** An entity's fields as the user sees them: a consent's local draft lies over the server's copy. */
function fieldsOf(entity: Entities[EntityName]): EntityFields {
  if (!('consentID' in entity)) return entity;
  const { server, formType, draft } = entity;
  return { ...server, ...(server === null ? {} : { procedures: server.procedures.map(withoutLibraryText) }), formType, ...draft };
}
