import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Input } from '#contract/calls.ts';
import type { SecurityEventType } from '#domain/audit/security.ts';
import { signIn, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let auditor: Caller;
const app = useTestApp(async (opened) => {
  auditor = await signIn(opened, 'auditor@demo.nhs.uk');
});

type Line = {
  type?: SecurityEventType;
  at?: string;
  actor?: string;
  subject?: string;
  address?: string;
  detail?: string;
  of?: string;
};

async function write(lines: readonly Line[]): Promise<void> {
  const { db } = app.database;
  for (const { type = 'SIGN_IN_FAILED', at, of = 'admin@demo.nhs.uk', ...words } of lines) {
    const { organisation_id } = await db.selectFrom('users').selectAll().where('email', '=', of).executeTakeFirstOrThrow();
    await db
      .insertInto('security_log')
      .values({
        organisation_id,
        id: app.deps.newId(),
        at: at ?? new Date(app.clock.now()).toISOString(),
        type,
        actor_id: null,
        actor: words.actor ?? null,
        subject: words.subject ?? null,
        address: words.address ?? null,
        detail: words.detail ?? '',
      })
      .execute();
  }
}

const listed = async (filter: Input<'securityGet'>) =>
  (await auditor.call('securityGet', { limit: 100, ...filter })).data.records;

async function exported(query: string, by: Caller = auditor) {
  return app.ask({ url: `/api/security/export?${query}`, headers: { authorization: `Bearer ${by.token}` } });
}

test('the log is read newest first, by words, kind and the organisation’s days, and holds nothing of other organisations', async () => {
  await write([
    // 23:30 UTC is half past midnight of the next day in London's summer.
    { at: '2026-06-30T23:30:00.000Z', subject: 'late@demo.nhs.uk', detail: 'mark-a', type: 'SIGN_IN_LOCKED' },
    { at: '2026-06-30T22:30:00.000Z', subject: 'early@demo.nhs.uk', detail: 'mark-a', actor: 'Żaneta Łoś' },
    { at: '2026-06-30T12:00:00.000Z', subject: 'foreign@second.nhs.uk', detail: 'mark-a', of: 'admin@second.nhs.uk' },
    { at: '2026-07-01T12:00:00.000Z', subject: '100%_sure', detail: 'mark-a', address: '192.0.2.7' },
  ]);
  const subjects = async (filter: Input<'securityGet'>) =>
    (await listed({ search: 'mark-a', ...filter })).map(({ subject }) => subject);
  expect(await subjects({})).toEqual(['100%_sure', 'late@demo.nhs.uk', 'early@demo.nhs.uk']);
  expect(await subjects({ startDate: '2026-07-01' })).toEqual(['100%_sure', 'late@demo.nhs.uk']);
  expect(await subjects({ endDate: '2026-06-30' })).toEqual(['early@demo.nhs.uk']);
  expect(await subjects({ startDate: '2026-07-02' })).toEqual([]);
  expect(await subjects({ type: 'sign_in_locked' })).toEqual(['late@demo.nhs.uk']);
  expect(await subjects({ search: 'MARK-A 192.0.2.7' })).toEqual(['100%_sure']);
  expect(await subjects({ search: 'Żaneta' })).toEqual(['early@demo.nhs.uk']);
  expect(await subjects({ search: '0%_s' })).toEqual(['100%_sure']);
  expect(await subjects({ search: 'a%e' })).toEqual([]);
  expect((await auditor.call('securityGet', { search: 'mark-a', page: 2, limit: 2 })).data).toMatchObject({
    total: 3,
    pages: 2,
    records: [{ subject: 'early@demo.nhs.uk', actor: 'Żaneta Łoś' }],
  });
});

test('an export is the same as a file of CSV in which no cell can be read as a formula', async () => {
  await write([
    {
      at: '2026-08-06T14:05:00.100Z',
      subject: '=HYPERLINK("https://x.test","y")',
      detail: 'mark-b, "quoted"',
      actor: '+44',
      address: '-1',
    },
    { at: '2026-08-06T14:05:00.200Z', subject: '@SUM(A1)', detail: 'mark-b\r\nsecond line', actor: '\tTab', address: ' =1' },
    { at: '2026-08-06T14:05:00.300Z', subject: 'plain@demo.nhs.uk', detail: 'mark-b', actor: 'Żaneta' },
  ]);
  const { status, headers, bytes, text } = await exported('search=mark-b');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="security-log-2026-08-06.csv"',
    'x-content-type-options': 'nosniff',
  });
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(text.slice(1)).toBe(
    [
      'Time (UTC),Event,Who,Concerns,Address,Detail',
      '2026-08-06T14:05:00.300Z,SIGN_IN_FAILED,Żaneta,plain@demo.nhs.uk,,mark-b',
      `2026-08-06T14:05:00.200Z,SIGN_IN_FAILED,'\tTab,'@SUM(A1),' =1,"mark-b\r\nsecond line"`,
      `2026-08-06T14:05:00.100Z,SIGN_IN_FAILED,'+44,"'=HYPERLINK(""https://x.test"",""y"")",'-1,"mark-b, ""quoted"""`,
      '',
    ].join('\r\n'),
  );
});

test('an export is itself written down, with its filters and without what was searched for', async () => {
  await exported('search=canary-word&type=SIGNED_IN&startDate=2026-01-01');
  expect((await listed({ type: 'LOG_EXPORTED' }))[0]).toMatchObject({
    actor: 'Demo Auditor',
    detail: '0 lines, SIGNED_IN, from 2026-01-01',
  });
  expect(JSON.stringify(await listed({}))).not.toContain('canary-word');
});

test('an export holds the newest 50,000 lines, each once, and no more', async () => {
  const { organisation_id } = await app.database.db
    .selectFrom('users')
    .select('organisation_id')
    .where('email', '=', 'admin@second.nhs.uk')
    .executeTakeFirstOrThrow();
  // Many at one moment, so that a page's end falls between lines of the same time.
  await sql`insert into security_log (organisation_id, id, at, type, detail)
    select ${organisation_id}, gen_random_uuid(), cast('2026-08-01T00:00:00Z' as timestamptz) + cast(n / 7000 as text)::interval, 'SIGNED_IN', 'line ' || n
    from generate_series(0, 50009) n`.execute(app.database.db);
  const second = await signIn(app, 'admin@second.nhs.uk');
  const { text } = await exported('startDate=2026-08-01&endDate=2026-08-01', second);
  const lines = text.trimEnd().split('\r\n').slice(1);
  expect(lines).toHaveLength(50_000);
  expect(new Set(lines).size).toBe(50_000);
  expect(lines[0]).toContain('2026-08-01T00:00:07.000Z');
});

test('who cannot read the log can neither list nor export it, and nothing can change a line of it', async () => {
  const nurse = await signIn(app, 'nurse@demo.nhs.uk');
  expect((await nurse.refused('securityGet', {})).code).toBe('FORBIDDEN');
  expect((await exported('', nurse)).status).toBe(403);
  for (const change of [sql`update security_log set detail = ''`, sql`delete from security_log`, sql`truncate security_log`])
    await expect(change.execute(app.database.db)).rejects.toThrow('append-only');
});
