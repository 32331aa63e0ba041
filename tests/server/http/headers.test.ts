import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { openTestApp, type TestApp } from '#tests/support/server/app.ts';
import { signIn } from '#tests/support/forms/builders.ts';

/** Headers that a file needs to be kept and read, beside those that guard it. */
const OF_EVERY_FILE = new Set([
  'accept-ranges',
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'date',
  'etag',
  'last-modified',
  'vary',
]);

let app: TestApp;
let pages: string;
beforeAll(async () => {
  pages = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-pages-'));
  fs.mkdirSync(path.join(pages, 'assets'));
  for (const [name, text] of Object.entries({
    'index.html': 'STAFF',
    'sign.html': 'PATIENT',
    'sw.js': 'self',
    'assets/app-1a2b3c.js': 'app',
  }))
    fs.writeFileSync(path.join(pages, name), text);
  app = await openTestApp({ pages });
});
afterAll(async () => {
  await app.close();
  fs.rmSync(pages, { recursive: true, force: true });
});

test('every answer of the API may not be stored, says whose it is, and carries its own id', async () => {
  const { token } = await signIn(app);
  const seen = new Set<unknown>();
  for (const request of [
    { url: '/api/ping' },
    { url: '/api/openapi.json' },
    { url: '/api/docs' },
    { url: '/api/nothing' },
    { url: '/api/user/me' },
    { url: '/api/user/me', headers: { authorization: `Bearer ${token}` } },
    { url: '/api/patient/get?page=0', headers: { authorization: `Bearer ${token}` } },
    { url: '/api/verify/%zz' },
    { method: 'POST' as const, url: '/api/user/login', payload: '{', headers: { 'content-type': 'application/json' } },
  ]) {
    const { headers, body } = await app.ask(request);
    expect(headers, request.url).toMatchObject({
      'cache-control': 'no-store',
      'x-app': 'consent',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['x-request-id'], request.url).toMatch(/^[0-9a-f-]{36}$/);
    if (body?.error !== undefined) expect(body.requestId).toBe(headers['x-request-id']);
    seen.add(headers['x-request-id']);
    expect(headers['set-cookie'], request.url).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
  }
  expect(seen.size).toBe(9);
});

test('an address that cannot be read is answered with the guarding headers, on the API and elsewhere', async () => {
  for (const url of ['/%', '/api/%zz']) {
    const { status, headers } = await app.ask({ url });
    expect([url, status]).toEqual([url, 400]);
    expect(headers, url).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'permissions-policy': expect.stringContaining('camera=()'),
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
    });
  }
});

test('a file as an answer may not be framed', async () => {
  const { token } = await signIn(app, 'admin@demo.nhs.uk');
  const { headers } = await app.ask({ url: '/api/security/export', headers: { authorization: `Bearer ${token}` } });
  expect(headers['content-disposition']).toContain('attachment');
  expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'; frame-ancestors 'none'");
});

test.each([
  ['headers', 'GET /api/ping HTTP/1.1\r\nHost: assent.test\r\n'],
  [
    'a body',
    'POST /api/user/login HTTP/1.1\r\nHost: assent.test\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{',
  ],
])('%s that do not come in time are cut off soon after', async (_, beginning) => {
  const server = await buildApp(app.deps, { requestMs: 300 });
  await server.listen({ port: 0, host: '127.0.0.1' });
  // Listening on a port, so the address is an object.
  const { port } = server.server.address() as net.AddressInfo;
  const socket = net.connect(port, '127.0.0.1');
  const started = performance.now();
  socket.write(beginning);
  const drip = setInterval(() => socket.write('a'), 50);
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => void socket.once('close', () => resolve()).resume());
  clearInterval(drip);
  await server.close();
  expect(performance.now() - started).toBeGreaterThan(250);
  // Node's own interval between two looks at its connections is half a minute.
  expect(performance.now() - started).toBeLessThan(15_000);
});

test('pages carry a policy without inline scripts, may not be framed, and send no referrer', async () => {
  for (const [url, text, styles, door] of [
    ['/', 'STAFF', "'self' 'unsafe-inline'", 'default'],
    ['/patient/detail?id=1', 'STAFF', "'self' 'unsafe-inline'", 'default'],
    ['/verify/ABCD-1234-EFGH', 'STAFF', "'self' 'unsafe-inline'", 'default'],
    ['/consent/handover', 'PATIENT', "'self'", "'none'"],
    ['/login/some-token', 'PATIENT', "'self'", "'none'"],
  ] as const) {
    const answer = await app.ask({ url });
    expect([url, answer.text]).toEqual([url, text]);
    const policy = String(answer.headers['content-security-policy']);
    expect(policy, url).toContain("default-src 'none'");
    expect(policy, url).toContain(`script-src 'self';`);
    expect(policy, url).toContain(`style-src ${styles};`);
    expect(policy, url).toContain("frame-ancestors 'none'");
    expect(policy, url).toContain(`require-trusted-types-for 'script';trusted-types ${door}`);
    expect(answer.headers, url).toMatchObject({
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(String(answer.headers['permissions-policy'])).toContain('camera=()');
  }
});

test('hashed files are kept for a year, the worker is looked at again each time, and what is missing is missing', async () => {
  expect((await app.ask({ url: '/assets/app-1a2b3c.js' })).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const { headers } = await app.ask({ url: '/assets/app-1a2b3c.js' });
  expect(
    Object.keys(headers)
      .filter((name) => !OF_EVERY_FILE.has(name))
      .toSorted(),
  ).toEqual(['cross-origin-resource-policy', 'x-content-type-options']);
  expect((await app.ask({ url: '/sw.js' })).headers['cache-control']).toBe('no-cache');
  for (const url of [
    '/assets/old-000000.js',
    '/nothing.png',
    '/api/nothing',
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
  ])
    expect([url, (await app.ask({ url })).status]).toEqual([url, expect.toBeOneOf([400, 403, 404])]);
});

test('counters and mail are for this machine alone: a request from afar, or one passed on by a proxy, finds nothing', async () => {
  expect((await app.ask({ url: '/metrics' })).text).toContain('assent_http_answers_total{status="2xx"}');
  for (const request of [
    { url: '/metrics', headers: { 'x-forwarded-for': '127.0.0.1' } },
    { url: '/metrics', headers: { 'x-forwarded-proto': 'https' } },
    { url: '/metrics', headers: { forwarded: 'for=127.0.0.1' } },
    { url: '/metrics', remoteAddress: '10.0.0.7' },
    { url: '/metrics', remoteAddress: '192.168.1.1', headers: { host: 'localhost' } },
  ])
    expect((await app.ask(request)).status).toBe(404);
});

test('it says whether it lives and whether the database answers', async () => {
  expect(await app.ask({ url: '/health' })).toMatchObject({ status: 200 });
  expect(await app.ask({ url: '/ready' })).toMatchObject({ status: 200, body: { status: 'ok' } });
});
