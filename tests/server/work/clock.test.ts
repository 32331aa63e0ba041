import { onTestFinished, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/base/limits.ts';
import { watchClock } from '#server/work/watch-clock.ts';
import { sent, signAll, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();

test('with the clock set back an hour the times of a case never go back, the server warns, and sessions go on', async () => {
  const before = await signIn(app);
  const version = await sent(before);
  app.clock.advance(-HOUR);
  onTestFinished(() => app.clock.advance(HOUR));
  await before.call('userMe', {});

  const staff = await signIn(app);
  await signAll(app, staff, version);
  await app.doJobs();
  const { events, chain } = (await staff.call('recordTimeline', { id: version.recordID })).data;
  expect(chain.ok).toBe(true);
  expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted());
  const { sent_at, signed_at } = await app.database.db
    .selectFrom('consents')
    .selectAll()
    .where('id', '=', version.consentID)
    .executeTakeFirstOrThrow();
  expect(Date.parse(signed_at ?? '')).toBeGreaterThanOrEqual(Date.parse(sent_at ?? ''));

  app.log.length = 0;
  onTestFinished(watchClock(app.deps, app.clock.now));
  await expect
    .poll(() => app.log.map((line) => JSON.parse(line)))
    .toMatchObject([
      {
        level: 'warn',
        message: expect.stringContaining('behind the newest time'),
        detail: expect.stringMatching(/^3[56]\d\d seconds$/),
      },
    ]);
  expect((await app.ask({ url: '/metrics', remoteAddress: '127.0.0.1' })).text).toMatch(
    /^assent_clock_behind_seconds 3[56]\d\d$/m,
  );
});

/** How long a session goes on from now, ms, asked every five minutes. */
async function lastsFor(staff: Caller): Promise<number> {
  for (let passed = 0; passed < 30 * HOUR; passed += 5 * MINUTE) {
    const answer = await staff.call('userMe', {}).then(
      () => true,
      () => false,
    );
    if (!answer) return passed;
    app.clock.advance(5 * MINUTE);
  }
  return Number.POSITIVE_INFINITY;
}

test.each([
  // A session that began right is an hour long, and half of it is over.
  { step: -5 * MINUTE, least: 30 * MINUTE, most: HOUR },
  { step: -HOUR, least: 30 * MINUTE, most: HOUR + 5 * MINUTE },
  { step: -11 * HOUR, least: 30 * MINUTE, most: HOUR + 5 * MINUTE },
  { step: -13 * HOUR, least: 0, most: 0 },
  { step: -365 * DAY, least: 0, most: 0 },
  { step: HOUR, least: 0, most: 0 },
  { step: 2 * DAY, least: 0, most: 0 },
])('a clock that steps by $step ms within a session neither ends it nor makes it long', async ({ step, least, most }) => {
  const staff = await signIn(app);
  app.clock.advance(30 * MINUTE);
  app.clock.advance(step);
  onTestFinished(() => app.clock.advance(-step));
  const lasts = await lastsFor(staff);
  expect(lasts).toBeGreaterThanOrEqual(least);
  expect(lasts).toBeLessThanOrEqual(most);
  // An ended session stays ended once the clock is right again.
  if (most === 0 && step < 0) {
    app.clock.advance(-step);
    onTestFinished(() => app.clock.advance(step));
    expect((await staff.refused('userMe', {})).code).toBe('SIGN_IN');
  }
});

test.each([{ ahead: HOUR }, { ahead: 11 * HOUR }, { ahead: 2 * DAY }])(
  'a session that began while the clock was $ahead ms ahead lasts no longer once it is right, with all its extensions',
  async ({ ahead }) => {
    app.clock.advance(ahead);
    const staff = await signIn(app);
    app.clock.advance(-ahead);
    let lasts = 0;
    while (lasts < 30 * HOUR) {
      const isOn = await staff.call('userExtendToken', {}).then(
        () => true,
        () => false,
      );
      if (
        !isOn &&
        !(await staff.call('userMe', {}).then(
          () => true,
          () => false,
        ))
      )
        break;
      app.clock.advance(30 * MINUTE);
      lasts += 30 * MINUTE;
    }
    expect(lasts).toBeLessThanOrEqual(12 * HOUR + 30 * MINUTE);
  },
);

test('a step of the clock is told within a second or two, in the metric and the log', async () => {
  let steady = 0;
  app.log.length = 0;
  const start = app.clock.now();
  onTestFinished(watchClock({ ...app.deps, clock: () => start + steady - (steady > 0 ? 2 * HOUR : 0) }, () => steady));
  steady = 1000;
  await expect.poll(() => app.log.join(''), { timeout: 5000 }).toContain('the clock of this server was moved');
  expect((await app.ask({ url: '/metrics', remoteAddress: '127.0.0.1' })).text).toMatch(/^assent_clock_step_seconds -7200$/m);
});
