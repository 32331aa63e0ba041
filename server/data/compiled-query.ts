import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './db.ts';

/** The place of a value in a query that is compiled before the value is known. It can be a parameter and nothing else: other uses throw. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  toJSON(): never {
    throw new Error(`${this.name} is used for more than a parameter of a compiled query`);
  }
  [Symbol.toPrimitive](): never {
    return this.toJSON();
  }
}

/** Makes a query of values by their names. */
type Build<N extends string, R> = (db: Db, values: Readonly<Record<N, string>>) => Compilable<R>;

/**
 * A query that is built and compiled at its first use alone: building and compiling at each use would take longer than many an answer. The
 * text of the query must not depend on a value.
 *
 * @param names - of the values, each of which is a parameter
 * @param build - makes the query, with a placeholder for each value
 * @returns runs it with values of its own, and gives its rows; it rejects at the first use when a value is no parameter, or is used for more
 */
export function compiledOnce<const N extends string, R>(
  names: readonly N[],
  build: Build<N, R>,
): (db: Db, values: Readonly<Record<N, string>>) => Promise<R[]> {
  let compiled: CompiledQuery<R> | undefined;
  return async (db, values) => {
    compiled ??= compile(db, names, build);
    const parameters = compiled.parameters.map((each) => (each instanceof Placeholder ? values[each.name as N] : each));
    return (await db.executeQuery<R>({ ...compiled, parameters })).rows;
  };
}

function compile<N extends string, R>(db: Db, names: readonly N[], build: Build<N, R>): CompiledQuery<R> {
  const placeholders = names.map((name) => new Placeholder(name));
  const compiled = build(db, asTexts<N>(placeholders)).compile();
  const missing = placeholders.find((each) => !compiled.parameters.includes(each));
  if (missing !== undefined) throw new Error(`${missing.name} is no parameter of the compiled query`);
  return compiled;
}

/**
 * Placeholders by their names, as the texts whose places they hold. Kysely passes a parameter on as it is; no text could stand there
 * instead, because one that is joined to another or hashed would leave no trace.
 */
function asTexts<N extends string>(placeholders: readonly Placeholder[]): Record<N, string> {
  return Object.fromEntries(placeholders.map((each) => [each.name, each])) as unknown as Record<N, string>;
}
