import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Output } from '#contract/calls.ts';
import type { ConsentOrigin } from '#domain/consents/consent-origin.ts';
import { daysOfBucket, FIGURE_OF } from '#domain/exports/figures.ts';
import { CASE_STATUSES } from '#domain/base/states.ts';
import { DAY } from '#domain/base/limits.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { json } from '#server/data/json.ts';
import { draft, inked, sent, signed, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { mailedForm, visit } from '#tests/support/forms/link-of.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp();

let oldID = '';
let seeded: Record<string, number> = {};
/** Half a year of consents: every moment has some, on days of its own. */
beforeAll(async () => {
  const later = async (days: number) => {
    app.clock.advance(days * DAY);
    staff = await signIn(app);
  };
  staff = await signIn(app);
  seeded = await sums();
  const old = await signed(app, staff);
  oldID = old.consentID;
  await list(old.recordID, 200);
  await later(40);
  await sent(staff);
  const gone = await signed(app, staff);
  await later(55);
  const linked = await mailedForm(app, staff);
  const patient = await visit(app, linked);
  await patient.call('recordSign', inked(patient.details));
  const { consents } = (await staff.call('recordDetails', { id: linked.recordID })).data;
  await staff.call('recordSign', typed(consents[0]!));
  await list(linked.recordID, 0);
  await staff.call('recordWithdraw', { consentID: gone.consentID });
  await later(3);
  await draft(staff);
  const twice = await sent(staff);
  await staff.call('recordVoid', { consentID: twice.consentID, reason: 'Entered twice', kind: 'OTHER' });
  // A form from another system: signed somewhere, with no record of ours.
  const imported = await signed(app, staff);
  await app.database.db
    .updateTable('consents')
    .set({ digest: null, sent_at: null, seal_state: 'NONE', origin: json(ORIGIN) })
    .where('id', '=', imported.consentID)
    .execute();
  await list(imported.recordID, 30);
});

const ORIGIN: ConsentOrigin = {
  kind: 'IMPORT',
  digest: '0'.repeat(64),
  row: 2,
  at: '2026-11-01T09:00:00.000Z',
  by: 'Demo Importer',
  day: null,
};

async function list(recordID: string, days: number): Promise<void> {
  const { version } = (await staff.call('recordDetails', { id: recordID })).data.record;
  const date = localDate(app.clock.now() + days * DAY, app.deps.settings.timeZone);
  await staff.call('recordUpdate', { recordID, version, listed: { date, theatre: null, listType: 'THEATRE' } });
}

type Chart = Output<'dashboardChart'>['data'];
const sumOf = (chart: Chart, key: Chart['series'][number]['key']) =>
  (chart.series.find((each) => each.key === key)?.values ?? []).reduce<number>((sum, value) => sum + (value ?? 0), 0);

test('each number of the chart is the total of the list that it leads to, by day, week and month', async () => {
  for (const time of ['day', 'week', 'month'] as const) {
    const { data: chart } = await staff.call('dashboardChart', { time });
    for (const { key, values } of chart.series)
      for (const [at, value] of values.entries()) {
        // Of the many that are nothing, the newest are looked at.
        if ((value ?? 0) === 0 && at < values.length - 2) continue;
        const { from, to } = daysOfBucket(chart.labels[at] ?? '', time);
        const filter = { figure: FIGURE_OF[key], startDate: from, endDate: to };
        const { total, records } = (await staff.call('consentGetAll', { ...filter, limit: 100 })).data;
        const where = `${key} ${time} ${from}`;
        expect(records.length, where).toBe(total);
        if (key === 'medianDays') expect(value === null, where).toBe(total === 0);
        else expect(value, where).toBe(total);
      }
  }
});

/** The sums of the chart of a year, by series. */
async function sums(): Promise<Record<string, number>> {
  const { data: chart } = await staff.call('dashboardChart', { time: 'month' });
  return Object.fromEntries(chart.series.map(({ key }) => [key, sumOf(chart, key)]));
}

test('a year of months counts every moment once, and no imported consent', async () => {
  const now = await sums();
  const added = Object.fromEntries(Object.entries(now).map(([key, sum]) => [key, sum - (seeded[key] ?? 0)]));
  // In advance is the first one alone: another is listed for the day of its signature, others are on no list.
  expect(added).toMatchObject({ started: 6, sent: 5, signed: 3, remote: 1, inAdvance: 1, withdrawn: 1 });
  const due = (await staff.call('consentGetAll', { figure: 'CONFIRM_DUE', limit: 100 })).data.records;
  expect(due.map(({ consentID }) => consentID)).toContain(oldID);
  expect(due.every(({ confirmState }) => confirmState === 'DUE')).toBe(true);
});

test('the median is of the days between sending and the last signature', async () => {
  const median = async () => {
    const { data: chart } = await staff.call('dashboardChart', { time: 'month' });
    return chart.series.find(({ key }) => key === 'medianDays')?.values.at(-1);
  };
  expect(await median()).toBe(0);
  const [one] = (await staff.call('consentGetAll', { figure: 'REMOTE' })).data.records;
  await sql`update consents set sent_at = signed_at - interval '5 days' where id = ${one?.consentID ?? ''}`.execute(
    app.database.db,
  );
  expect(await median()).toBe(5);
});

test('each count of the cases is the total of the list with its filter, for every time', async () => {
  for (const duration of ['TODAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR', 'ALL'] as const) {
    const { caseAmounts } = (await staff.call('dashboardInfo', { duration })).data;
    for (const status of CASE_STATUSES) {
      const key = status.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      const { total } = (await staff.call('recordGet', { status, duration })).data;
      expect(Reflect.get(caseAmounts, key), `${status} ${duration}`).toBe(total);
    }
    expect(caseAmounts.total, duration).toBe((await staff.call('recordGet', { duration })).data.total);
    expect(caseAmounts.confirmDue).toBe((await staff.call('recordGet', { confirm: 'DUE' })).data.total);
  }
});

test('days without the figure that they are of are refused in words', async () => {
  expect((await staff.refused('consentGetAll', { startDate: '2026-08-01' })).fields).toEqual([
    { path: 'figure', message: 'Say which figure the days are of' },
  ]);
});

test('another organisation’s figures are nobody’s', async () => {
  const other = await signIn(app, 'admin@second.nhs.uk');
  const { data: chart } = await other.call('dashboardChart', { time: 'month' });
  expect(chart.series.every(({ values }) => values.every((value) => value === 0 || value === null))).toBe(true);
});
