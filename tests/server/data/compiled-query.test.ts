import { expect, test } from 'vitest';
import { compiledOnce } from '#server/data/compiled-query.ts';
import { listCases } from '#server/data/consents/case-summaries.ts';
import { sent, signIn, type Caller } from '#tests/support/builders.ts';
import { useTestApp } from '#tests/support/use-test-app.ts';

let staff: Caller & { token: string };
let organisationId: string;
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
  const { db } = opened.database;
  const of = db.selectFrom('users').select('organisation_id').where('email', '=', 'clinician@demo.nhs.uk');
  organisationId = (await of.executeTakeFirstOrThrow()).organisation_id;
});

const activeUsers = compiledOnce(['organisationId', 'email'], (db, { organisationId, email }) =>
  db
    .selectFrom('users')
    .select('email')
    .where('status', '=', 'ACTIVE')
    .where('organisation_id', '=', organisationId)
    .where('email', '=', email),
);

test('each use of a compiled query has its own values, also inside a transaction, beside the constants of its text', async () => {
  const { db } = app.database;
  const [clinician, admin] = ['clinician@demo.nhs.uk', 'admin@demo.nhs.uk'];
  const ask = (email: string, organisation = organisationId) => activeUsers(db, { organisationId: organisation, email });
  expect(await Promise.all([ask(clinician), ask(admin)])).toEqual([[{ email: clinician }], [{ email: admin }]]);
  expect(await db.transaction().execute((trx) => activeUsers(trx, { organisationId, email: admin }))).toEqual([{ email: admin }]);
  expect(await ask(admin, crypto.randomUUID())).toEqual([]);
});

test('a value that is no parameter of its query is a fault at the first use', async () => {
  const forgetful = compiledOnce(['organisationId', 'email'], (db, { email }) =>
    db.selectFrom('users').select('id').where('email', '=', email),
  );
  await expect(forgetful(app.database.db, { organisationId: crypto.randomUUID(), email: 'a@demo.nhs.uk' })).rejects.toThrow(
    'organisationId is no parameter',
  );
});

test('the first page of an organisation, compiled once, is the page that is built anew, and nobody else’s', async () => {
  await sent(staff);
  const { db } = app.database;
  const organisations = await db.selectFrom('organisations').select('id').execute();
  const filter = { search: '', since: undefined, status: 'ALL', page: 1, limit: 10 };
  const read = (id: string, since?: string) =>
    listCases(db, { organisationId: id, clinicianId: undefined }, { ...filter, since });
  for (const { id } of organisations) {
    const page = await read(id);
    expect(page).toEqual(await read(id, '1970-01-01T00:00:00.000Z'));
    expect(new Set(page.records.map((each) => each.organisation_id))).toEqual(new Set(id === organisationId ? [id] : []));
  }
  expect(organisations.length).toBeGreaterThan(1);
  expect(await read(crypto.randomUUID())).toEqual({ records: [], page: 1, limit: 10, total: 0, pages: 0 });
});

test('whoever sees less than the organisation is never given its first page', async () => {
  const { db } = app.database;
  const nobody = crypto.randomUUID();
  const filter = { search: '', since: undefined, status: 'ALL', page: 1, limit: 10 };
  const whole = { organisationId, clinicianId: undefined };
  for (const [reach, narrow] of [
    [{ organisationId, clinicianId: nobody }, {}],
    [{ ...whole, referrerId: nobody }, {}],
    [whole, { referral: { mine: { userId: nobody, reviews: false } } }],
    [whole, { since: '2999-01-01T00:00:00.000Z' }],
    [whole, { search: 'nobody-is-called-so' }],
  ] as const)
    expect((await listCases(db, reach, { ...filter, ...narrow })).records).toEqual([]);
  const drafts = await listCases(db, whole, { ...filter, status: 'DRAFT' });
  expect(new Set(drafts.records.map(({ status }) => status))).toEqual(new Set(['DRAFT']));
});
