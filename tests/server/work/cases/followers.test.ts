import fs from 'node:fs';
import path from 'node:path';
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

// A move that wrote its columns by itself would pass by the table. Sealing a form, or the pages of its paper, is no move, and a case that gets another operator leaves
// its version where it is; answers that are refused stand beside it.
test('no other code changes a version', () => {
  const server = path.join(import.meta.dirname, '../../../../server');
  const files = fs.readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((file) => /^(?!data\/).+\.ts$/.test(file));
  const changing = files.filter((file) => /\bupdateConsentRow\(/.test(fs.readFileSync(path.join(server, file), 'utf8')));
  expect(changing.toSorted()).toEqual([
    'work/cases/followers.ts',
    'work/consents/change-operator.ts',
    'work/documents/seal-checked-scan.ts',
    'work/documents/seal-document.ts',
    'work/documents/seal-refusal.ts',
    'work/signing/refused-answers.ts',
  ]);
});
