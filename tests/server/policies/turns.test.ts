import { expect, test } from 'vitest';
import { ConnectionQueue } from '#server/data/open/connection-queue.ts';
import { openTurns } from '#server/outside/turns.ts';
import { DEMO_PASSWORD, signIn } from '#tests/support/forms/builders.ts';
import { post } from '#tests/support/people/registering.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();

/** Work that ends when the test says so. */
function turns() {
  const { run } = openTurns(() => 0);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const outcomes: Promise<unknown>[] = [];
  return {
    started,
    outcomes,
    come: (network: string) =>
      void outcomes.push(
        run(network, async () => {
          started.push(network);
          await new Promise<void>((resolve) => void ends.push(resolve));
        }).catch((error: unknown) => error),
      ),
    /** Ends the first so many, one after another. */
    end: async (count: number) => {
      for (let nth = 0; nth < count; nth += 1) {
        ends.shift()?.();
        await new Promise<void>((resolve) => void setImmediate(resolve));
      }
    },
  };
}

test('networks take turns: one with many waiting does not keep another waiting', async () => {
  const { started, come, end } = turns();
  for (let calls = 1; calls <= 20; calls += 1) come('flood');
  come('ward');
  expect(started).toEqual(['flood', 'flood']);
  await end(2);
  expect(started).toEqual(['flood', 'flood', 'flood', 'ward']);
});

test('when the room is full the network with the most waiting loses its last, and gets a busy answer', async () => {
  const { started, outcomes, come, end } = turns();
  for (let calls = 1; calls <= 62; calls += 1) come('flood');
  come('flood');
  expect(await outcomes.at(-1)).toMatchObject({ key: 'BUSY', status: 503, retryAfter: 2 });
  come('ward');
  expect(await outcomes[61]).toMatchObject({ key: 'BUSY', status: 503, retryAfter: 2 });
  await end(2);
  expect(started).toContain('ward');
});

test('a sign-in waits for the database behind staff, an unlock does not', async () => {
  const staff = await signIn(app);
  const { passwords } = app.deps;
  const verify = passwords.verify.bind(passwords);
  const order: string[] = [];
  // Of two connections a caller in the background gets one.
  passwords.verify = async (...given) => {
    const queue = new ConnectionQueue({ size: 2, waiting: 1, waitMs: 10 });
    await queue.enter();
    order.push(
      await queue.enter().then(
        () => 'first',
        () => 'last',
      ),
    );
    return verify(...given);
  };
  await post(app, 'user/login', { email: 'nobody@demo.nhs.uk', password: 'Wrong2026!' });
  await staff.call('userUnlock', { password: DEMO_PASSWORD });
  passwords.verify = verify;
  expect(order).toEqual(['last', 'first']);
});
