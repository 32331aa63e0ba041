import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Query } from './answered-query.ts';
import { DatabaseInterrupted } from './errors.ts';

/** So many texts get a name; each is kept by every connection [choice]. */
const NAMED_STATEMENTS_MOST = 300;
/** A text counts as one that comes again once it has come twice; so many are remembered before they do [choice]. */
const SEEN_MOST = 2_000;

/**
 * Names for the statements that come again, so that PostgreSQL parses and plans each once for a connection. The text decides the name;
 * texts without end, such as lists of values, never take the names of others.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #seen = new Set<string>();

  /** The name of a text; undefined for one that is sent without. */
  of(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= NAMED_STATEMENTS_MOST) return name;
    if (!this.#seen.has(text)) {
      if (this.#seen.size >= SEEN_MOST) this.#seen.clear();
      this.#seen.add(text);
      return undefined;
    }
    this.#seen.delete(text);
    const made = createHash('sha256').update(text).digest('base64url').slice(0, 32);
    this.#names.set(text, made);
    return made;
  }
}

/**
 * A client's query whose statements with values are named. Where another server has changed a table meanwhile, a plan is no longer
 * right: outside of a transaction the statement is sent again without its name, inside of one the caller may try again.
 *
 * @param onStale - called then: the connection's plans are old, so it should not serve another caller
 * @throws DatabaseInterrupted inside of a transaction, of which nothing is kept
 */
export function namedQuery(client: pg.ClientBase, names: StatementNames, onStale: () => void): Query {
  return async (text, values) => {
    const name = values !== undefined && values.length > 0 ? names.of(text) : undefined;
    if (name === undefined || values === undefined) return client.query(text, values);
    const isAlone = client.getTransactionStatus() === 'I';
    try {
      return await client.query({ name, text, values });
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      onStale();
      if (!isAlone)
        throw new DatabaseInterrupted('57P01', 'The tables have changed since this statement was prepared.', { cause: error });
      return client.query(text, values);
    }
  };
}

function isStalePlan(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '0A000' && error.message.includes('cached plan');
}
