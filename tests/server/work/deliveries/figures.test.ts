import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE } from '#domain/base/limits.ts';
import { mayBecome, type DeliveryState } from '#domain/notifications/deliveries.ts';
import { deliverNext } from '#server/work/deliveries/deliver.ts';
import { updateOfGovukStatus } from '#server/work/deliveries/services.ts';
import { signIn } from '#tests/support/forms/builders.ts';
import type { GovukDouble, GovukMode } from '#tests/support/messages/govuk-double.ts';
import { GOVUK } from '#tests/support/messages/settings.ts';
import { openSmsService, type SmsService } from '#tests/support/messages/sms-service.ts';
import { formWithPhone } from '#tests/support/messages/sms-form.ts';
import { printFigure } from '#tests/support/checks/figures.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// The figures of messages (messages, section 8): few on a push, all of them in the full run.
const MESSAGES = isFull ? 400 : 12;
const LIVES = isFull ? 1000 : 40;
const ALTERED = isFull ? 8000 : 80;

let double: GovukDouble;
let callback: SmsService['callback'];
const app = useTestApp();
beforeAll(async () => {
  ({ double, callback } = await openSmsService(app));
});
afterAll(() => double.close());

let seed = 20_261_130;
function random(): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
}
const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;

async function queue(count: number): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) {
    // Somebody stays signed in for an hour.
    const staff = await signIn(app);
    const { consentID } = await formWithPhone(staff);
    await staff.call('messagesSend', { consentID, signing_order: 1, channel: 'SMS' });
  }
}
const rows = () => app.database.db.selectFrom('deliveries').selectAll().execute();
const MODES: readonly GovukMode[] = ['ok', 'ok', 'lost', 'broken', 'busy', 'silent'];

/**
 * Hands all messages over while answers are lost and processes end before their last commit.
 *
 * @param forget - a planted fault: what a build without the mark would store
 */
async function deliverAll(forget?: () => Promise<unknown>): Promise<{ sent: number; taken: number; doubled: number }> {
  const before = double.taken.length;
  for (let round = 0; round < 60; round += 1) {
    double.mode = round > 40 ? 'ok' : oneOf(MODES);
    while (await deliverNext(app.deps, 'SMS')) {
      double.mode = round > 40 ? 'ok' : oneOf(MODES);
      // A process that ends between the call and its commit: the row is as it was while it was leased.
      if (round <= 40 && random() < 0.15)
        await app.database.db.updateTable('deliveries').set({ lease_until: null }).where('state', '=', 'WAITING').execute();
    }
    await forget?.();
    if ((await rows()).every(({ state }) => state !== 'WAITING')) break;
    app.clock.advance(3 * MINUTE);
  }
  const taken = double.taken.slice(before);
  const references = new Set(taken.map(({ reference }) => reference));
  const doubled = [...references].filter((each) => taken.filter(({ reference }) => reference === each).length > 1).length;
  return { sent: (await rows()).filter(({ state }) => state === 'SENT').length, taken: taken.length, doubled };
}

test(`${MESSAGES} messages with lost answers and ended processes: none lost, none twice`, async () => {
  await queue(MESSAGES);
  const found = await deliverAll();
  printFigure(
    `GOV.UK Notify: ${JSON.stringify({ messages: MESSAGES, ...found, lookups: double.lookups.count, faults: double.faults.length })}`,
  );
  expect(found).toEqual({ sent: MESSAGES, taken: MESSAGES, doubled: 0 });
  expect(double.faults).toEqual([]);
});

test('planted: without the mark before the call messages go twice, and it is seen', async () => {
  await app.database.db.deleteFrom('deliveries').execute();
  await queue(MESSAGES);
  const found = await deliverAll(() => app.database.db.updateTable('deliveries').set({ begun_at: null }).execute());
  expect(found.doubled).toBeGreaterThan(0);
});

const LIFE = ['created', 'sending', 'pending'] as const;

test(`${LIVES} lives of callbacks, each told twice and in any order, end right; ${ALTERED} of somebody else are not taken`, async () => {
  await app.database.db.deleteFrom('deliveries').execute();
  await app.database.db.deleteFrom('callback_keys').execute();
  await queue(Math.min(LIVES, 20));
  double.mode = 'ok';
  while (await deliverNext(app.deps, 'SMS'));
  const [first, ...others] = await rows();
  const template = first!;
  const ids = [template, ...others].map(({ id }) => id);
  for (let nth = ids.length; nth < LIVES; nth += 1) {
    const id = app.deps.newId();
    await app.database.db
      .insertInto('deliveries')
      .values({ ...template, id })
      .execute();
    ids.push(id);
  }
  const right = new Map<string, DeliveryState>();
  const callbacks: { reference: string; status: string }[] = [];
  for (const reference of ids) {
    const end = random() < 0.8 ? 'delivered' : oneOf(['permanent-failure', 'temporary-failure', 'technical-failure']);
    right.set(reference, updateOfGovukStatus(end)!.state);
    for (const status of [...LIFE, end]) callbacks.push({ reference, status }, { reference, status });
  }
  let notTaken = 0;
  for (let nth = 0; nth < ALTERED; nth += 1) {
    const bearer = oneOf([`${GOVUK.bearer}x`, GOVUK.bearer.slice(1), GOVUK.bearer.toUpperCase(), GOVUK.key, 'x'.repeat(29)]);
    const { status } = await callback({ reference: oneOf(ids), status: 'permanent-failure' }, bearer);
    if (status === 401) notTaken += 1;
  }
  expect(new Set((await rows()).map(({ state }) => state))).toEqual(new Set(['SENT']));
  while (callbacks.length > 0) await callback(callbacks.splice(Math.floor(random() * callbacks.length), 1)[0]!);
  const ended = (await rows()).filter(({ id, state }) => right.get(id) === state).length;
  printFigure(`callbacks: ${JSON.stringify({ lives: LIVES, ended, altered: ALTERED, notTaken })}`);
  expect({ ended, notTaken }).toEqual({ ended: LIVES, notTaken: ALTERED });
});

test('planted: whoever forgets that a message moves forwards alone is seen', () => {
  const shuffled: DeliveryState[] = ['DELIVERED', 'SENT', 'FAILED', 'SENT'];
  const walk = (may: (from: DeliveryState, to: DeliveryState) => boolean) =>
    shuffled.reduce<DeliveryState>((state, next) => (may(state, next) ? next : state), 'WAITING');
  expect(walk(mayBecome)).toBe('DELIVERED');
  expect(walk(() => true)).not.toBe('DELIVERED');
});
