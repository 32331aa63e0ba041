import { beforeAll, expect, test } from 'vitest';
import { call, CallFailed } from '#contract/engine/call.ts';
import { calls } from '#contract/calls.ts';
import { SCAN_REFUSALS } from '#domain/documents/scan-refusals.ts';
import { sent, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { snapshotOf } from '#tests/support/tablet/snapshot.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { HOSTILE_ACTIONS } from '#tests/server/outside/scan/hostile-actions.ts';
import { HOSTILE_FILES } from '#tests/server/outside/scan/hostile-files.ts';
import { useScanThread } from '#tests/server/outside/scan/thread-for-tests.ts';

// Every eighth in a push; what each of them is refused for is tested with the thread alone.
const HOSTILE = [...HOSTILE_ACTIONS, ...HOSTILE_FILES].filter((_, at) => isFull || at % 8 === 0);

let staff: Caller & { token: string };
let consentID: string;
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
  ({ consentID } = await sent(staff));
});
const thread = useScanThread();
beforeAll(() => {
  app.deps.scans = { ...app.deps.scans, inspect: (files) => thread().inspect(files) };
});

const except = ['sessions', 'throttles'];

test('hostile uploads are refused in words, and nothing of them is stored', async () => {
  const before = await snapshotOf(app.database.db, { except });
  for (const [name, reason, build] of HOSTILE) {
    const files = build().map((each) => new Blob([new Uint8Array(each)]));
    if (files.length === 0) continue;
    const input = { consentID, files };
    const failure: unknown = await call(calls.consentBitpaperUpload, input, app.wire(staff.token)).then(
      () => new Error(`${name} was taken`),
      (error: unknown) => error,
    );
    if (!(failure instanceof CallFailed)) throw failure;
    // The server reads no form beyond its limits: those are refused before they are looked at.
    const words = failure.status === 413 ? failure.message : failure.fields[0]?.message;
    const expected = failure.status === 413 ? /too large/ : SCAN_REFUSALS[reason];
    expect(failure.status, name).toBeOneOf([400, 413]);
    expect(words, name).toMatch(expected);
  }
  expect(await snapshotOf(app.database.db, { except })).toEqual(before);
});
