import type { DeviceDatabase } from '#store/db/device-database.ts';
import type { Store } from '#store/session/store.ts';
import { modelServer, type ModelServer } from './model-server.ts';
import { senderOf, type Sender } from './sender-setup.ts';
import { openDemoStore, openWorld, type World } from './world.ts';

type StoreContext = {
  readonly world: World;
  /** the database that all users of the device share */
  readonly device: DeviceDatabase;
  /** the store of a user who has just signed in on the device */
  readonly store: Store;
  readonly server: ModelServer;
  /** the leading tab of the store, which sends to the server */
  readonly sender: Sender;
  /** sends everything that is queued; back-offs pass on the test's clock */
  readonly drain: () => Promise<void>;
};

type Fixture<K extends keyof StoreContext> = (
  context: Omit<StoreContext, K>,
  use: (value: StoreContext[K]) => Promise<void>,
) => Promise<void>;

/** Fixtures of one device and one server: `test.extend(storeFixtures)`. Only those that a test names are set up. */
export const storeFixtures: { [K in keyof StoreContext]: Fixture<K> } = {
  // oxlint-disable-next-line eslint/no-empty-pattern -- vitest reads from this pattern which fixtures come first
  world: async ({}, use) => use(openWorld()),
  device: async ({ world }, use) => use(world.device),
  store: async ({ world }, use) => {
    const store = await openDemoStore(world);
    await use(store);
    store.db.close();
  },
  // oxlint-disable-next-line eslint/no-empty-pattern -- as above
  server: async ({}, use) => use(modelServer()),
  sender: async ({ store, server }, use) => use(await senderOf(store, server)),
  drain: async ({ world, sender }, use) => use(() => sender.drain(world.clock)),
};
