import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres, type PostgresServer } from '#tests/support/server/postgres.ts';
import { startServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { FLOODS, FORMS, measure, p95, print, RATE, startFlood, type Attempt, type Times } from './flood.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

describe.each(['embedded', 'postgres'] as const)('on the %s database', (kind) => {
  let server: ServerProcess;
  beforeAll(async () => {
    const env = { TRUSTED_PROXIES: '127.0.0.1,::1', SEED: 'demo' };
    server = await (kind === 'embedded'
      ? startServer({ env })
      : startServer({ data: 'empty', env: { ...env, DATABASE_URL: postgres.url('postgres') } }));
  });
  afterAll(() => server.stop());

  test(`a patient’s form and signature beside ${RATE} sign-ins a second`, async () => {
    const quiet = await measure(server.origin);
    print(`${kind}, quiet`, quiet);
    for (const [name, address] of Object.entries(FLOODS)) {
      const flood = startFlood(wrongSignIn(server.origin), address);
      await wait(3000);
      const busy = await measure(server.origin);
      const answers = await flood.stop();
      print(`${kind}, ${RATE} sign-ins a second from ${name} (${answers})`, busy);
      const ratio = (part: keyof Times) => (p95(busy[part]) / p95(quiet[part])).toFixed(1);
      console.info(`  beside quiet: form ${ratio('form')} times, signature ${ratio('signature')} times as long`);
      expect(busy.form).toHaveLength(FORMS);
    }
  });
});

/** A sign-in with a wrong password, each of another account. */
function wrongSignIn(origin: string): Attempt {
  return (sender, nth) =>
    fetch(`${origin}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': sender },
      body: JSON.stringify({ email: `flood-${nth}@demo.nhs.uk`, password: 'Wrong2026!' }),
    });
}
