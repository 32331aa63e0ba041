import pg from 'pg';

/** Begin, commit and the like. */
const CONTROL = /^\s*(begin|start transaction|commit|rollback|savepoint|release|set|select set_config)\b/i;

/** The statements that reach the database of this process. */
export type StatementLog = {
  /** the texts since the last call, of any kind */
  takeAll(): string[];
  /** how many there were since the last call, without begin, commit and the like */
  count(): number;
  stop(): void;
};

/** Records the statements of this process, on either kind of database: both go through pg's client. */
export function recordStatements(): StatementLog {
  const real = pg.Client.prototype.query;
  let texts: string[] = [];
  pg.Client.prototype.query = function query(this: pg.Client, ...given: unknown[]) {
    const [first] = given;
    texts.push(typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? ''));
    return Reflect.apply(real, this, given) as never;
  };
  const takeAll = (): string[] => {
    const taken = texts.filter((text) => text !== '');
    texts = [];
    return taken;
  };
  return {
    takeAll,
    count: () => takeAll().filter((text) => !CONTROL.test(text)).length,
    stop: () => void (pg.Client.prototype.query = real),
  };
}
