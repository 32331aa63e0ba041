import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { GenericSchema } from 'valibot';
import { expect, test } from 'vitest';
import { calls, type CallName } from '#contract/calls.ts';
import type { Call } from '#contract/engine/define.ts';
import { compressionOf } from '#server/http/compress.ts';
import { signIn } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();

/** Names of fields that hold a credential. */
const CREDENTIALS = new Set(['token', 'secret', 'ticket', 'share']);

/** The parts of a schema that hold further schemas. */
type Parts = { entries?: Record<string, GenericSchema>; item?: GenericSchema; wrapped?: GenericSchema; options?: unknown };

function holdsCredential(schema: GenericSchema): boolean {
  const { entries = {}, item, wrapped, options } = schema as Parts;
  const further = [...Object.values(entries), item, wrapped, ...(Array.isArray(options) ? options : [])];
  return (
    Object.keys(entries).some((name) => CREDENTIALS.has(name)) ||
    // Options of a picklist are words.
    further.some((each) => typeof each === 'object' && each !== null && holdsCredential(each as GenericSchema))
  );
}

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('a long answer is sent with %s to callers that take it, and says so to caches', async (encoding, open) => {
  const { token } = await signIn(app);
  const asking = { url: '/api/procedure/get?limit=50', headers: { authorization: `Bearer ${token}` } };
  const plain = await app.ask(asking);
  expect(plain.headers['content-encoding']).toBeUndefined();
  const packed = await app.app.inject({ ...asking, headers: { ...asking.headers, 'accept-encoding': encoding } });
  expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: expect.stringContaining('accept-encoding') });
  expect(JSON.parse(open(packed.rawPayload).toString())).toEqual(plain.body);
  expect(packed.rawPayload.length).toBeLessThan(plain.bytes.length / 3);
});

test('no answer that holds a credential is compressed, whatever the caller takes', async () => {
  const named = (Object.keys(calls) as CallName[]).filter((name) => holdsCredential((calls[name] as Call).output));
  expect(named).toContain('userLogin');
  expect(named.filter((name) => compressionOf(name).compress !== undefined)).toEqual([]);
  const answer = await app.app.inject({
    method: 'POST',
    url: '/api/user/login',
    headers: { 'accept-encoding': 'br, gzip' },
    payload: { email: 'clinician@demo.nhs.uk', password: 'Demo2026!' },
  });
  expect(answer.json()).toHaveProperty('token');
  expect(answer.rawPayload.length).toBeGreaterThan(1024);
  expect(answer.headers['content-encoding']).toBeUndefined();
});

test('a compressed body of a request is refused as one that is no JSON', async () => {
  const answer = await app.app.inject({
    method: 'POST',
    url: '/api/user/login',
    headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
    payload: Buffer.from('H4sIAAAAAAAAA6uuBQBDv6ajAgAAAA==', 'base64'),
  });
  expect(answer.statusCode).toBe(400);
});
