import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { FAILURES } from '#domain/base/messages.ts';
import { buildApp } from '#server/app.ts';
import { isBegun, shedKindOf, type OverloadLimits } from '#server/http/shed-load.ts';
import { actionFor } from '#store/sync/response-table.ts';
import { handOver, sent, signIn } from '#tests/support/forms/builders.ts';
import { soon } from '#tests/support/checks/soon.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();
let server: FastifyInstance;
afterEach(async () => server?.close());

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

test('what is refused has an order: signatures under way last, and a token counts only once it was right', async () => {
  const staff = await signIn(app);
  const holder = await handOver(app, staff, await sent(staff));
  const order = [
    shedKindOf(holder.token, '/api/record/sign'),
    shedKindOf(staff.token, '/api/record/get'),
    shedKindOf(undefined, '/api/record/verifyPatient'),
    shedKindOf(undefined, '/api/user/login'),
    shedKindOf(`t_${'0'.repeat(43)}`, '/api/record/sign'),
  ];
  expect(order).toEqual(['ticket', 'staff', 'link', 'signIn', 'rest']);
  for (const of of ['delay', 'heap'] as const) {
    const begun = (beyond: number) => order.map((kind) => isBegun(kind, of, { value: 100 * beyond, limit: 100 }));
    const counts = [1, 1.001, 1.015, 1.025, 1.04, 1.6, 3, 5, 9].map((beyond) => begun(beyond).filter(Boolean).length);
    expect([counts[0], counts[1], counts.at(-1)]).toEqual([5, 4, 0]);
    expect(new Set(counts).size).toBe(6);
    // Nothing less important is begun while something more important is refused.
    for (const beyond of [1.001, 1.015, 1.025, 1.04, 1.6, 3, 5, 9])
      expect(begun(beyond)).toEqual(begun(beyond).toSorted((one, other) => Number(other) - Number(one)));
  }
});
