import { tabletForTests } from '#tests/src/offline/tablet.ts';
import { afterEach, beforeEach, vi } from 'vitest';

/**
 * For all tests of one file: a clinician's vault that is open at each test, and the real server.
 *
 * @returns `whole`: the network and the timer as they are, for a test that replaces them
 */
export function signerForTests() {
  const { staff, tablet } = tabletForTests();
  const whole = { fetch: undefined as unknown as typeof fetch, setTimeout: globalThis.setTimeout };
  beforeEach(async () => {
    whole.fetch ??= globalThis.fetch;
    tablet.hold();
    await tablet.offline.store.db.ops.clear();
  });
  afterEach(() => {
    sessionStorage.clear();
    vi.stubGlobal('fetch', whole.fetch);
    vi.stubGlobal('setTimeout', whole.setTimeout);
  });
  return { staff, tablet, whole };
}
