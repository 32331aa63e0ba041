import { expect, test, vi } from 'vitest';
import { compiledOnce } from '#server/data/compiled-query.ts';
import { listCases } from '#server/data/summaries/case-summaries.ts';
import { sent, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
let organisationId: string;
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
  const { db } = opened.database;
  const of = db.selectFrom('users').select('organisation_id').where('email', '=', 'clinician@demo.nhs.uk');
  organisationId = (await of.executeTakeFirstOrThrow()).organisation_id;
});

type Build = Parameters<typeof compiledOnce<'organisationId' | 'email', { email: string }>>[1];

const activeUsers: Build = (db, { organisationId: organisation, email }) =>
  db
    .selectFrom('users')
    .select('email')
    .where('status', '=', 'ACTIVE')
    .where('organisation_id', '=', organisation)
    .where('email', '=', email);

const [CLINICIAN, ADMIN] = ['clinician@demo.nhs.uk', 'admin@demo.nhs.uk'];
const FILTER = { search: '', since: undefined, status: 'ALL', page: 1, limit: 10 };
const TODAY = { timeZone: 'Europe/London', due: { from: '2026-08-01', before: '2026-08-06' }, confirmedFrom: '2026-08-06' };
const ALWAYS = '1970-01-01T00:00:00.000Z';

test('each use of a compiled query has its own values, also inside a transaction, and only the first builds it', async () => {
  const { db } = app.database;
  const build = vi.fn<Build>(activeUsers);
  const find = compiledOnce(['organisationId', 'email'], build);
  const ask = (email: string, organisation = organisationId) => find(db, { organisationId: organisation, email });
  expect(await Promise.all([ask(CLINICIAN), ask(ADMIN)])).toEqual([[{ email: CLINICIAN }], [{ email: ADMIN }]]);
  expect(await db.transaction().execute((trx) => find(trx, { organisationId, email: ADMIN }))).toEqual([{ email: ADMIN }]);
  expect(await ask(ADMIN, crypto.randomUUID())).toEqual([]);
  expect(build).toHaveBeenCalledOnce();
});

test.each<[string, Build, string]>([
  ['is no parameter', (db, { email }) => db.selectFrom('users').select('email').where('email', '=', email), 'is no parameter'],
  ['is a part of another text', (db, values) => activeUsers(db, { ...values, email: `${values.email}.uk` }), 'is used for more'],
  ['is written as JSON', (db, values) => activeUsers(db, { ...values, email: JSON.stringify(values) }), 'is used for more'],
])('a value that %s is a fault at the first use', async (_, build, message) => {
  const find = compiledOnce(['organisationId', 'email'], build);
  await expect(find(app.database.db, { organisationId, email: CLINICIAN })).rejects.toThrow(message);
});

test.each([10, 100])('a first page of %i is what a page that is built anew is, and nobody else’s', async (limit) => {
  await sent(staff);
  const { db } = app.database;
  const organisations = await db.selectFrom('organisations').select('id').execute();
  const read = (id: string, since?: string) =>
    listCases(db, { organisationId: id, clinicianId: undefined }, { ...FILTER, limit, since });
  for (const { id } of organisations) {
    const page = await read(id);
    expect(page).toEqual(await read(id, ALWAYS));
    expect(new Set(page.records.map((each) => each.organisation_id))).toEqual(new Set(id === organisationId ? [id] : []));
  }
  expect(organisations.length).toBeGreaterThan(1);
  expect(await read(crypto.randomUUID())).toEqual({ records: [], page: 1, limit, total: 0, pages: 0 });
  const building = vi.spyOn(db, 'selectFrom');
  await read(organisationId);
  expect(building).not.toHaveBeenCalled();
  await read(organisationId, ALWAYS);
  expect(building).toHaveBeenCalled();
  building.mockRestore();
});

const nobody = crypto.randomUUID();
test.each([
  ['the cases of one clinician', { clinicianId: nobody }, {}],
  ['the cases of a referrer', { referrerId: nobody }, {}],
  ['a reach with a part that is set to false', { withEnded: false }, {}],
  ['all referrals', {}, { referral: { mine: undefined } }],
  ['the referrals of one person', {}, { referral: { mine: { userId: nobody, reviews: false } } }],
  ['cases to be confirmed', {}, { confirmDue: TODAY }],
  ['later changes', {}, { since: '2999-01-01T00:00:00.000Z' }],
  ['a search', {}, { search: 'nobody-is-called-so' }],
  ['a status', {}, { status: 'DRAFT' }],
  ['the second page', {}, { page: 2 }],
  ['a page of another size', {}, { limit: 3 }],
])('%s is never answered with the first page of the organisation', async (_, reach, filter) => {
  await sent(staff);
  const { db } = app.database;
  const building = vi.spyOn(db, 'selectFrom');
  await listCases(db, { organisationId, clinicianId: undefined, ...reach }, { ...FILTER, ...filter });
  expect(building).toHaveBeenCalled();
  building.mockRestore();
});
