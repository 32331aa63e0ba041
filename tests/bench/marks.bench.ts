import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { MARKED_TABLES } from '#server/data/integrity/marked-tables.ts';
import { checkRows } from '#server/work/integrity/check-rows.ts';
import { draft, sent, signAll, signIn } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { median, report } from './report.ts';

const ROUNDS = 40;
const app = useTestApp();

/** Has the database tell transactions what they write, or not. */
async function setTriggers(state: 'enable' | 'disable'): Promise<void> {
  for (const table of Object.keys(MARKED_TABLES))
    for (const event of ['insert', 'update', 'delete'])
      await sql.raw(`alter table ${table} ${state} trigger ${table}_marked_${event}`).execute(app.database.db);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

test('a draft that is saved, and a form that is sent and signed, with marks of rows and without', async () => {
  const staff = await signIn(app);
  const open = await draft(staff);
  let { version } = open;
  const save = async () => {
    const { data } = await staff.call('consentUpdate', { consentID: open.consentID, version, mattersToMe: `To read ${version}` });
    ({ version } = data);
  };
  const sign = async () => signAll(app, staff, await sent(staff));
  for (const [what, work, rounds] of [
    ['a draft is saved', save, ROUNDS],
    ['a form is entered, sent and signed', sign, ROUNDS / 4],
  ] as const) {
    const times: Record<'enable' | 'disable', number[]> = { enable: [], disable: [] };
    for (let round = 0; round < rounds; round += 1)
      for (const state of ['enable', 'disable'] as const) {
        await setTriggers(state);
        times[state].push(await timed(work));
      }
    const [marked, plain] = [median(times.enable), median(times.disable)];
    report({
      line: `${what}, with marks of rows`,
      now: `${marked.toFixed(1)} ms`,
      aim: '1.2 times as long',
      beside: `without: ${plain.toFixed(1)} ms, ${(marked / plain).toFixed(2)} times as long`,
    });
    expect(marked).toBeGreaterThan(0);
  }
  await setTriggers('enable');
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from row_marks`.execute(app.database.db);
  const options = { takeFiled: () => undefined, filed: new Map(), isStopped: () => false, note: () => () => undefined };
  const check = await timed(() => checkRows(app.deps, options));
  report({
    line: `${rows[0]?.count ?? 0} marked rows are compared`,
    now: `${check.toFixed(0)} ms, ${((check * 1000) / (rows[0]?.count ?? 1)).toFixed(0)} µs a row`,
  });
});
