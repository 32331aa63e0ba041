import { expect, test } from 'vitest';
import { ConnectionQueue, inBackground } from '#server/data/open/connection-queue.ts';

const LIMITS = { waiting: 10, waitMs: 60_000 };

/** Lets names in and notes in which order they came through. */
function visitors(queue: ConnectionQueue) {
  const order: string[] = [];
  const leaving = new Map<string, () => void>();
  const come = async (name: string) => {
    const leave = await queue.enter();
    order.push(name);
    leaving.set(name, leave);
  };
  const settled = () => new Promise<void>((resolve) => void setImmediate(resolve));
  return {
    order,
    come,
    go: async (name: string) => {
      leaving.get(name)?.();
      await settled();
    },
    settled,
  };
}

test('callers in the background are served after everybody else, each in their order', async () => {
  const { order, come, go } = visitors(new ConnectionQueue({ ...LIMITS, size: 1 }));
  await come('one');
  const strangers = ['stranger a', 'stranger b'].map((name) => inBackground(() => come(name)));
  const staff = ['staff a', 'staff b'].map(come);
  for (const name of ['one', 'staff a', 'staff b', 'stranger a', 'stranger b']) await go(name);
  await Promise.all([...strangers, ...staff]);
  expect(order).toEqual(['one', 'staff a', 'staff b', 'stranger a', 'stranger b']);
});

test('callers in the background hold half of the connections, so that one is free for others at once', async () => {
  const { order, come, go, settled } = visitors(new ConnectionQueue({ ...LIMITS, size: 4 }));
  const strangers = ['a', 'b', 'c'].map((name) => inBackground(() => come(name)));
  await settled();
  expect(order).toEqual(['a', 'b']);
  await come('staff');
  await go('a');
  await Promise.all(strangers);
  expect(order).toEqual(['a', 'b', 'staff', 'c']);
});
