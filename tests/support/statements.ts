import pg from 'pg';

const CONTROL = /^\s*(begin|start transaction|commit|rollback|savepoint|release|set|select set_config)\b/i;

/**
 * Counts the statements that reach the database of this process, on either kind: both go through pg's client. Begin, commit and the
 * like are left out.
 *
 * @returns `taken` says how many there were since it was called last
 */
export function countStatements(): { taken: () => number; stop: () => void } {
  const real = pg.Client.prototype.query;
  let count = 0;
  pg.Client.prototype.query = function query(this: pg.Client, ...given: unknown[]) {
    const [first] = given;
    const text = typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? '');
    if (text !== '' && !CONTROL.test(text)) count += 1;
    return Reflect.apply(real, this, given) as never;
  };
  return {
    taken: () => {
      const taken = count;
      count = 0;
      return taken;
    },
    stop: () => void (pg.Client.prototype.query = real),
  };
}
