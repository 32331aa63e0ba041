import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { FAILURES } from '#domain/base/messages.ts';
import { buildApp } from '#server/app.ts';
import type { OverloadLimits } from '#server/http/shed-load.ts';
import { actionFor } from '#store/sync/response-table.ts';
import { soon } from '#tests/support/checks/soon.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();
let server: FastifyInstance;
afterEach(() => server.close());

async function serverWith(overload: OverloadLimits): Promise<FastifyInstance> {
  server = await buildApp(app.deps, { overload });
  await server.ready();
  return server;
}
const get = (url: string) => server.inject({ url });

test('an overloaded server begins no call, says so in words and when to try again, and its health is still answered', async () => {
  // Every process uses more than a megabyte.
  await serverWith({ delayMs: 0, heapMb: 1, sampleMs: 20 });
  await soon(async () => expect((await get('/api/config')).statusCode).toBe(503));
  const { headers, body } = await get('/api/config');
  expect(JSON.parse(body)).toMatchObject({ message: FAILURES.BUSY.message, error: 'BUSY' });
  expect(headers).toMatchObject({ 'retry-after': '3', 'x-app': 'consent', 'cache-control': 'no-store' });
  for (const url of ['/health', '/ready', '/metrics']) expect((await get(url)).statusCode, url).toBe(200);
  expect((await get('/metrics')).body).toMatch(/^assent_calls_shed_total [1-9]/m);
});

test('an outbox waits for as long as the overloaded server says, and tries again', async () => {
  await serverWith({ delayMs: 0, heapMb: 1, sampleMs: 20 });
  await soon(async () => expect((await server.inject({ method: 'POST', url: '/api/sync/ops' })).statusCode).toBe(503));
  const { statusCode: status, headers, json } = await server.inject({ method: 'POST', url: '/api/sync/ops' });
  const retryAfter = Number(headers['retry-after']) * 1000;
  const reply = {
    kind: 'answer',
    status,
    isOurs: headers['x-app'] === 'consent',
    isValid: false,
    code: json().error,
    retryAfter,
  } as const;
  expect(actionFor(reply)).toBe('wait');
});

test('a late event loop is an overload, and calls are begun again once it is over', async () => {
  await serverWith({ delayMs: 500, heapMb: 0, sampleMs: 20 });
  const status = async () => (await get('/api/ping')).statusCode;
  await soon(async () => expect(await status()).toBe(200));
  await soon(async () => {
    // A task that keeps the loop for longer than the limit, until a sample has been taken after it.
    for (const end = performance.now() + 1000; performance.now() < end;);
    await wait(1);
    expect(await status()).toBe(503);
  });
  await soon(async () => expect(await status()).toBe(200));
});
