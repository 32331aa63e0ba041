import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '#contract/engine/call.ts';
import { calls } from '#contract/calls.ts';
import { BUILD } from '#domain/base/build.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { buildApp } from '#server/app.ts';
import { readSettings } from '#server/settings.ts';
import { signIn } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();
let later: FastifyInstance;
beforeAll(async () => {
  later = await buildApp({ ...app.deps, settings: { ...app.deps.settings, oldestBuild: BUILD } });
  await later.ready();
});
afterAll(() => later.close());
const OLD = '0.0.9';
const ask = async (request: InjectOptions) => {
  const { statusCode: status, body, headers } = await later.inject(request);
  return { status, headers, body: JSON.parse(body) };
};

test('a build that is too old gets one sentence, and which builds are taken; the present one and a caller without one are served', async () => {
  const config = (build?: string) => ask({ url: '/api/config', headers: build === undefined ? {} : { 'x-build': build } });
  const refused = await config(OLD);
  expect(refused).toMatchObject({ status: 426, headers: { 'x-app': 'consent', 'cache-control': 'no-store' } });
  expect(refused.body).toMatchObject({
    message: FAILURES.UPDATE_REQUIRED.message,
    error: 'UPDATE_REQUIRED',
    data: { oldestBuild: BUILD, newestBuild: BUILD },
  });
  for (const build of [undefined, BUILD, '99.0.0', 'nonsense', '', '0.0.9-beta'])
    expect((await config(build)).status, build).toBe(200);
  expect((await later.inject({ url: '/health', headers: { 'x-build': OLD } })).statusCode).toBe(200);
});

test('the pages name their build with each call', async () => {
  let build: string | null = null;
  const wire = app.wire();
  const watching: typeof fetch = (input, init) => {
    build = new Headers(init?.headers).get('x-build');
    return wire.fetch(input, init);
  };
  await call(calls.config, {}, { ...wire, fetch: watching });
  expect(build).toBe(BUILD);
});

test('an envelope of a build that is too old is refused as a whole, and takes effect once it is sent again after the update', async () => {
  const staff = await signIn(app, 'clinician@demo.nhs.uk');
  const id = randomUUID();
  const input = { id, firstName: 'Test', lastName: 'Demo-Too-Old', dateOfBirth: '1950-03-14' };
  const op = { key: randomUUID(), call: 'POST patient/create', input };
  const send = (build: string) =>
    ask({
      method: 'POST',
      url: '/api/sync/ops',
      headers: { authorization: `Bearer ${staff.token}`, 'x-build': build },
      payload: { ops: [op] },
    });
  expect((await send(OLD)).status).toBe(426);
  const rows = () => app.database.db.selectFrom('idempotency').select('op_id').where('op_id', '=', op.key).execute();
  expect(await rows()).toEqual([]);
  const sent = await send(BUILD);
  expect(sent.status).toBe(200);
  expect(sent.body.results).toMatchObject([{ key: op.key, status: 200, isReplay: false }]);
});

test('an operator may ask for a later build than the server does, and never for one that does not exist yet', () => {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'assent-settings-')), 'settings.json');
  const read = (oldestBuild: string) => {
    fs.writeFileSync(file, JSON.stringify({ oldestBuild }));
    return readSettings(file);
  };
  expect(read(BUILD).oldestBuild).toBe(BUILD);
  expect(() => read('99.0.0')).toThrow('no page could be used');
  expect(() => read('new')).toThrow('three numbers');
});
