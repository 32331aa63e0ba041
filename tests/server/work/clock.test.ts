import { onTestFinished, expect, test } from 'vitest';
import { HOUR } from '#domain/base/limits.ts';
import { watchClock } from '#server/work/watch-clock.ts';
import { sent, signAll, signIn } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();

test('with the clock set back an hour the times of a case never go back, the server warns, and sessions from the future end', async () => {
  const before = await signIn(app);
  const version = await sent(before);
  app.clock.advance(-HOUR);
  onTestFinished(() => app.clock.advance(HOUR));
  expect((await before.refused('userMe', {})).code).toBe('SIGN_IN');

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
  onTestFinished(watchClock(app.deps));
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
  // Ended for good, also once the clock is right again.
  app.clock.advance(HOUR);
  onTestFinished(() => app.clock.advance(-HOUR));
  expect((await before.refused('userMe', {})).code).toBe('SIGN_IN');
});
