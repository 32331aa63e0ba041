import type pg from 'pg';
import { expect, test } from 'vitest';
import { primaryOnly } from '#server/data/open/primary-only.ts';

/** A connection to a server whose current log file has this name; null for a replica. */
function connectionTo(walFile: string | null): pg.ClientBase {
  // Only the query is used.
  return { query: async () => ({ rows: [{ walFile }] }) } as unknown as pg.ClientBase;
}

test('a replica is refused, and so is a primary from before the last promotion', async () => {
  const enter = primaryOnly();
  const open = (walFile: string | null) => enter(connectionTo(walFile), "set_config('a', 'b', false)", 1_000);
  await open('000000090000000000000001');
  await expect(open(null)).rejects.toMatchObject({ code: '57P01' });
  await open('0000000A0000000000000002');
  await open('0000000A0000000100000000');
  await expect(open('000000090000000900000009')).rejects.toMatchObject({ code: '57P01' });
  // Another pool knows nothing of it: after a restore the numbers may begin anew, with the server.
  await primaryOnly()(connectionTo('000000010000000000000001'), '1', 1_000);
});
