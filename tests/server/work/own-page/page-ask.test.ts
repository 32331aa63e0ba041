import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/base/limits.ts';
import { requestPurpose } from '#server/work/own-page/answer-asks.ts';
import { printFigure } from '#tests/support/checks/figures.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { inked, signIn, typed } from '#tests/support/forms/builders.ts';
import { mailedForm, visit } from '#tests/support/forms/link-of.ts';
import { allMails } from '#tests/support/people/mails.ts';
import { recordStatements, type StatementLog } from '#tests/support/server/statements.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// Nobody learns from an answer, or from the work that it costs, whether the hospital knows an address or a code.

const ROUNDS = isFull ? 1000 : 20;
const app = useTestApp();
let statements: StatementLog;
beforeAll(() => {
  statements = recordStatements();
});
afterAll(() => statements.stop());

/** An ask as the network and the database see it: the answer to the last byte, and the statements without their values. */
async function asked(contact: string) {
  statements.takeAll();
  const { status, headers, text } = await app.ask({ method: 'POST', url: '/api/page/ask', payload: { contact } });
  const { date: _, 'x-request-id': __, ...named } = headers;
  return JSON.stringify({ status, named, text, statements: statements.takeAll().map((each) => [each.text, each.values.length]) });
}

test(
  'known, unknown and one too many: the same bytes, the same statements, and no link to what was entered',
  { timeout: 1_200_000 },
  async () => {
    const staff = await signIn(app);
    const form = await mailedForm(app, staff);
    const patient = await visit(app, form);
    await patient.call('recordSign', inked(patient.details));
    const version = (await staff.call('recordDetails', { id: form.recordID })).data.consents[0]!;
    await staff.call('recordSign', typed(version));
    await app.doJobs();
    await app.doJobs();
    app.clock.advance(30 * DAY);
    // Of each ask of a day, the fourth among them, which is one too many: all that anybody sees or measures.
    const answers = new Map<number, Set<string>>();
    const entered: string[] = [];
    let links = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      app.clock.advance(DAY + HOUR);
      const before = (await app.database.db.selectFrom('mails').select('id').execute()).length;
      const unknown = `nobody-${randomUUID()}@example.org`;
      entered.push(unknown, form.address.toUpperCase());
      // The first ask of a network clears what has ended.
      await asked('ABCD-EFGH-JKMN');
      for (const [nth, known] of [form.address.toUpperCase(), ` ${form.address} `, form.address, form.address].entries())
        for (const contact of round % 2 === 0 ? [known, unknown] : [unknown, known])
          answers.set(nth, (answers.get(nth) ?? new Set()).add(await asked(contact)));
      if (round % 20 > 0) continue;
      app.clock.advance(MINUTE);
      await app.doJobs();
      links += (await app.database.db.selectFrom('mails').select('id').execute()).length - before;
    }
    const counts = [...answers.values()].map(({ size }) => size);
    const mails = await allMails(app);
    const astray = mails.filter(({ to }) => entered.includes(to)).length;
    printFigure(`page/ask: ${JSON.stringify({ rounds: ROUNDS, answers: counts, links, astray })}`);
    expect({ counts, astray }).toEqual({ counts: [1, 1, 1, 1], astray: 0 });
    expect(links).toBeGreaterThan(0);
  },
);

test.each(['somebody@example.org', 'WXYZ-EFGH-JKMN'])(
  '%s is taken three times in any 24 hours, however the asks lie in them',
  async (contact) => {
    const { database, deps, clock } = app;
    const started = clock.now();
    const taken: number[] = [];
    for (let at = 0; at < 3 * DAY; at += 1.5 * HOUR) {
      clock.advance(started + at - clock.now());
      await database.db.deleteFrom('page_asks').execute();
      await asked(contact);
      const row = await database.db.selectFrom('page_asks').selectAll().executeTakeFirstOrThrow();
      // One too many asks for nothing.
      if (row.code !== null || deps.secrets.open(row.contact ?? '', requestPurpose(row.id)) !== '') taken.push(at / HOUR);
    }
    expect(taken).toEqual([0, 1.5, 3, 24, 25.5, 27, 48, 49.5, 51]);
  },
);
