import { expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { Call } from '#contract/engine/define.ts';
import { HOUR } from '#domain/base/limits.ts';
import { revokeSession, createSession } from '#server/data/accounts/sessions.ts';
import { newToken } from '#server/data/tokens.ts';
import type { Answer } from '#tests/support/server/app.ts';
import { handOver, sent, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { requestOf } from '#tests/support/server/requests.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { columnOf, MATRIX_CALLS, ROLE_COLUMNS } from './matrix.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened, 'bch@demo.nhs.uk');
});

const table = Object.entries<Call>(calls);

test('every call of the contract has its row, and no row is of another', () => {
  expect(MATRIX_CALLS.toSorted()).toEqual(Object.keys(calls).toSorted());
});

test('nothing is served under /api but the contract and its documents', () => {
  const served = routesOf(app.app.printRoutes({ commonPrefix: false }))
    .filter(([path]) => path.startsWith('/api'))
    .flatMap(([path, methods]) => methods.map((method) => `${method} ${path}`))
    // Fastify answers HEAD wherever it answers GET.
    .filter((route) => !route.startsWith('HEAD '));
  const inTable = table.map(([, { method, path }]) => `${method} /api/${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);
  expect(served.toSorted()).toEqual([...inTable, 'GET /api/docs', 'GET /api/openapi.json'].toSorted());
});

test.each(Object.entries(ROLE_COLUMNS))('%s: %s reaches what the table says', async (column, role) => {
  const person = await addPerson(app, { role });
  // A session of its own for each call: one of them ends it.
  expect(await observed(column, async () => ({ token: await sessionOf(person.id) }))).toEqual(columnOf(column));
});

test('without a token, or with one that is none, only the open calls are reached', async () => {
  for (const token of [undefined, 'not-a-token-at-all', `s_${'0'.repeat(43)}`, `t_${'0'.repeat(43)}`])
    expect(await observed('OUT', async () => (token === undefined ? {} : { token }))).toEqual(columnOf('OUT'));
});

test('a token whose session has ended reaches no more than none', async () => {
  const { id } = await addPerson(app, { role: 'ADMIN' });
  const token = await sessionOf(id);
  const { db } = app.database;
  const { id: session } = await db.selectFrom('sessions').select('id').where('user_id', '=', id).executeTakeFirstOrThrow();
  await revokeSession(db, session, new Date(app.clock.now()).toISOString());
  expect(await observed('END', async () => ({ token }))).toEqual(columnOf('END'));
});

test.each(['PENDING_PROFILE', 'PENDING_2FA', 'PENDING_TERMS'] as const)(
  'somebody who is %s reaches the registration and nothing else, whatever role was given to them',
  async (status) => {
    const { id } = await addPerson(app, { status, role: 'ADMIN' });
    const asRegistering = async () => {
      await app.database.db.updateTable('users').set({ status }).where('id', '=', id).execute();
      return { token: await sessionOf(id) };
    };
    expect(await observed('REG', asRegistering)).toEqual(columnOf('REG'));
    const { body } = await app.ask(requestOf(calls.patientGet, await asRegistering()));
    expect(body.message).toBe('Please finish your registration first');
  },
);

test('a ticket reaches the calls of a handover, for its own version and role', async () => {
  const { consentID } = await sent(staff);
  const { token } = await handOver(app, staff, { consentID });
  const own = { token, ids: { consentID, request_id: consentID }, fields: { role: 'PATIENT' } };
  expect(await observed('TIC', async () => own)).toEqual(columnOf('TIC'));
});

type Asking = { token?: string; ids?: Readonly<Record<string, string>>; fields?: Readonly<Record<string, unknown>> };

/** The answer of each call to an actor, in the symbols of the table. */
async function observed(column: string, as: () => Promise<Asking>): Promise<Record<string, string>> {
  const expected = columnOf(column);
  const cells: Record<string, string> = {};
  for (const [name, entry] of table) cells[name] = cellOf(await app.ask(requestOf(entry, await as())), expected[name] === 'o');
  return cells;
}

function cellOf({ status, body }: Answer, isOpen: boolean): string {
  const error: unknown = body?.error;
  if (status === 401 && error === 'SIGN_IN') return 'S';
  if (status === 403 && error === 'FORBIDDEN') return 'F';
  // An open call may say that the token in its path has ended.
  if (isOpen) return 'o';
  return status === 401 && error === 'TICKET_ENDED' ? 'T' : '+';
}

/** A session of somebody, as a sign-in would have started it. @returns its token */
async function sessionOf(userId: string): Promise<string> {
  const { db } = app.database;
  const { organisation_id } = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
  const token = newToken('s', app.deps.random);
  await createSession(db, {
    organisationId: organisation_id,
    id: app.deps.newId(),
    userId,
    token,
    now: new Date(app.clock.now()).toISOString(),
    endsAt: new Date(app.clock.now() + HOUR).toISOString(),
    address: '192.0.2.1',
    agent: 'Test',
    deviceId: null,
  });
  return token;
}

/** Paths and methods of the tree that Fastify prints: each level of it continues the path of the level above. */
function routesOf(tree: string): [path: string, methods: string[]][] {
  const above: string[] = [];
  return tree
    .split('\n')
    .filter((line) => line.includes('── '))
    .map((line) => {
      const depth = line.indexOf('── ') / 4;
      const [, part = '', methods = ''] = /── (\S+) \(([A-Z, ]+)\)/.exec(line) ?? [];
      above.length = Math.floor(depth);
      above.push(part);
      return [above.join(''), methods.split(', ')];
    });
}
