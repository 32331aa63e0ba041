import pg from 'pg';

/** Begin, commit and the like, the marks with which a transaction ends, and what the connection that listens says by itself. */
const CONTROL =
  /^\s*(begin|start transaction|commit|rollback|savepoint|release|set|select set_config|select current_setting|(insert into|delete from) row_marks|listen|select 1(?= *$))\b/i;

/** One statement; `values` are its parameters. */
export type Statement = { readonly text: string; readonly values: readonly unknown[] };

/** The statements that reach the database of this process. */
export type StatementLog = {
  /** the statements since the last call, of any kind */
  takeAll(): Statement[];
  /** how many there were since the last call, without begin, commit and the like */
  count(): number;
  stop(): void;
};

/** Records the statements of this process, on either kind of database: both go through pg's client. */
export function recordStatements(): StatementLog {
  const real = pg.Client.prototype.query;
  let statements: Statement[] = [];
  pg.Client.prototype.query = function query(this: pg.Client, ...given: unknown[]) {
    const [first, second] = given;
    // A text with its values, or one object that holds both.
    const { text = '', values = [] } = (
      typeof first === 'string' ? { text: first, values: second } : (first ?? {})
    ) as Partial<Statement>;
    statements.push({ text, values: Array.isArray(values) ? values : [] });
    return Reflect.apply(real, this, given) as never;
  };
  const takeAll = (): Statement[] => {
    const taken = statements.filter(({ text }) => text !== '');
    statements = [];
    return taken;
  };
  return {
    takeAll,
    count: () => takeAll().filter(({ text }) => !CONTROL.test(text)).length,
    stop: () => void (pg.Client.prototype.query = real),
  };
}
