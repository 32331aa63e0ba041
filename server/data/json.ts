import { sql, type RawBuilder } from 'kysely';

/**
 * A value for a jsonb column or parameter: `values({ body: json(body) })`.
 *
 * This is the only way JSON is passed: a bare array would reach PostgreSQL as one of its own arrays. `json(null)` is JSON's null;
 * for SQL's NULL pass `null` itself. Text with U+0000 is refused by PostgreSQL (22P05), so it is refused at the door.
 */
export function json<V>(value: V): RawBuilder<V> {
  return sql<V>`cast(${JSON.stringify(value)} as jsonb)`;
}
