import { connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();
/** ms */
const LIMIT = 500;

async function listening(): Promise<number> {
  const server = await buildApp(app.deps, { requestMs: LIMIT });
  onTestFinished(() => server.close());
  await server.listen({ port: 0, host: '127.0.0.1' });
  return (server.server.address() as AddressInfo).port;
}

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

test('connections that say nothing end with the time for headers, and one that asks is answered', async () => {
  const port = await listening();
  // Read, or a socket with an answer in it never tells that it is closed.
  const silent = Array.from({ length: 20 }, () => open(port).resume());
  const start = performance.now();
  await Promise.all(silent.map((socket) => once(socket, 'close')));
  expect(performance.now() - start).toBeLessThan(LIMIT * 20);
  const asking = open(port);
  asking.write('GET /api/ping HTTP/1.1\r\nHost: assent.test\r\nConnection: close\r\n\r\n');
  const [said] = (await once(asking, 'data')) as [Buffer];
  expect(said.toString('latin1')).toMatch(/^HTTP\/1\.1 200/);
});
