import { randomUUID } from 'node:crypto';
import { MINUTE } from '#domain/base/limits.ts';
import type { Store } from '#store/session/store.ts';
import { senderOf } from '#tests/store/sender-setup.ts';
import { demoPerson, openDemoStore, openWorld } from '#tests/store/world.ts';
import { signIn } from '#tests/support/forms/builders.ts';
import type { TestApp } from '#tests/support/server/app.ts';

/** The end of each request: answered, effective without an answer, or never sent. */
type Fate = 'answered' | 'answer lost' | 'never sent';

/** A tablet of a demo account and the real server. Its tab can be killed: what is in memory goes, and its databases stay. */
export async function killableTablet(app: TestApp, email = 'clinician@demo.nhs.uk') {
  const world = openWorld();
  world.clock.now = app.clock.now();
  const staff = await signIn(app, email);
  const { user } = await staff.call('userMe', {});
  const deviceId = randomUUID();
  const { share } = await staff.call('userDevice', { deviceId, name: 'Demo tablet', unsent: 0 });
  const person = demoPerson({ userId: user._id, email, organisationId: user.organisation[0]!._id, share });
  let fate: Fate = 'answered';
  const network: typeof fetch = async (...request) => {
    if (fate === 'never sent') throw new TypeError('Failed to fetch');
    const answer = await app.wire().fetch(...request);
    if (fate === 'answer lost') throw new TypeError('Failed to fetch');
    return answer;
  };
  const open = async () => {
    const store: Store = { ...(await openDemoStore(world, person)), deviceId };
    const sender = await senderOf(store, { network: () => network });
    sender.session = staff.token;
    return { store, sender };
  };
  let tab = await open();
  return {
    staff,
    store: () => tab.store,
    /** one pass of the sender */
    pass: async (next: Fate) => {
      fate = next;
      await tab.sender.pass(true);
      fate = 'answered';
    },
    /** sends everything */
    drain: () => tab.sender.drain(world.clock),
    /** @param meanwhile - happens to the databases while no tab has them open */
    kill: async (meanwhile = async () => {}) => {
      tab.store.db.close();
      await meanwhile();
      // The lease of the tab that is gone runs out.
      world.clock.now += MINUTE;
      tab = await open();
    },
  };
}
