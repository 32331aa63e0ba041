import { LIGHTS, type Light } from '#domain/theatre/theatre-light.ts';
import { HOUR } from '#domain/base/limits.ts';
import { agedLight } from '#domain/theatre/aged-light.ts';
import { expect, test } from 'vitest';

const asOf = Date.parse('2026-11-24T07:52:00Z');
const green: Light = { light: 'GREEN', reason: 'Signed and sealed' };
const stored = (change: object = {}) => ({ ...green, date: '2026-11-24', onDay: null, ...change });
const at = (now: number, local?: Light) => ({ asOf, now, timeZone: 'Europe/London', local });

test('a fresh answer stays as the server gave it', () => {
  expect(agedLight(stored(), at(asOf + 60_000))).toEqual(green);
});

test('green is not trusted for longer than twelve hours, and red stays red', () => {
  expect(agedLight(stored(), at(asOf + 12 * HOUR - 1))).toEqual(green);
  expect(agedLight(stored(), at(asOf + 12 * HOUR))).toEqual({ light: 'AMBER', reason: 'Not refreshed since 07:52' });
  expect(agedLight(stored(), at(asOf + 20 * HOUR)).reason).toMatch(/^Not refreshed since .*24 November 2026/);
  const red: Light = { light: 'RED', reason: 'The consent is withdrawn' };
  expect(agedLight(stored(red), at(asOf + 90 * HOUR))).toEqual(red);
});

test('what was foreseen for the day counts once it has come', () => {
  const onDay: Light = { light: 'AMBER', reason: 'Signed 85 days ago: confirm on the day' };
  const listed = stored({ date: '2026-11-25', onDay });
  expect(agedLight(listed, at(asOf))).toEqual(green);
  // Midnight in London.
  expect(agedLight(listed, at(Date.parse('2026-11-24T23:59:59Z')))).toMatchObject({
    light: 'AMBER',
    reason: expect.stringMatching(/^Not refreshed/),
  });
  expect(agedLight(listed, { ...at(Date.parse('2026-11-25T00:00:00Z')), asOf: Date.parse('2026-11-24T20:00:00Z') })).toEqual(
    onDay,
  );
});

test('the worst of server and tablet is shown, whichever it is', () => {
  for (const server of LIGHTS)
    for (const own of LIGHTS) {
      const shown = agedLight(stored({ light: server, reason: 'server' }), at(asOf, { light: own, reason: 'tablet' }));
      expect(LIGHTS.indexOf(shown.light)).toBe(Math.min(LIGHTS.indexOf(server), LIGHTS.indexOf(own)));
    }
});

test('a light that takes the place of a foretold one foretells nothing', () => {
  const foretold = stored({ light: 'AMBER', reason: 'On 25 Nov: now 16', isForetold: true });
  const shown = (local?: Light) => ({ ...foretold, ...agedLight(foretold, at(asOf, local)) });
  expect(shown()).toMatchObject({ reason: 'On 25 Nov: now 16', isForetold: true });
  expect(shown({ light: 'RED', reason: 'Withdrawn' })).toMatchObject({ reason: 'Withdrawn', isForetold: undefined });
});
