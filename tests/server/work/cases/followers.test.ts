import { beforeEach, expect, test } from 'vitest';
import { signIn, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { MOVE_CHANGES } from './move-changes.ts';
import { moveDesk } from './move-desk.ts';
import { moveWalks, type Walk } from './move-walks.ts';

const app = useTestApp();
let staff: Caller & { token: string };
const renewSession = async () => void (staff = await signIn(app));
beforeEach(renewSession);
const { faultsOf, changesBy } = moveDesk(app, () => staff);

const WALKS = Object.entries(moveWalks(app, { staff: () => staff, renewSession })).flatMap(([move, ways]) =>
  Object.entries<Walk>(ways).map(([way, walk]) => [`${move}: ${way}`, walk] as const),
);

test.each(WALKS)('what follows, in its order: %s', async (name, walk) => {
  const [form, move] = await walk();
  expect(await changesBy(form, move)).toEqual(MOVE_CHANGES[name]);
  expect((await staff.call('recordTimeline', { id: form.recordID })).data.chain.ok).toBe(true);
  expect(await faultsOf(form)).toEqual([]);
});
