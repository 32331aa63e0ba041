import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as v from 'valibot';
import { call, callForFile, CallFailed, NotSent, Unreachable, type Wire } from '#contract/engine/call.ts';
import { calls, type QueuedCall } from '#contract/calls.ts';
import { get, post } from '#contract/engine/define.ts';

type Sent = { url: string; init: RequestInit };

/** Something at the other end that answers this, whoever it is, and what reached it. */
function wireTo(answer: () => Response | Promise<Response>, rest: Partial<Wire> = {}): { wire: Wire; sent: Sent[] } {
  const sent: Sent[] = [];
  const fetch = async (url: unknown, init?: RequestInit) => {
    sent.push({ url: String(url), init: init ?? {} });
    return answer();
  };
  return { wire: { fetch, root: '/api', ...rest }, sent };
}
const ours =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status, headers: { 'x-app': 'consent' } });
const pong = { message: 'Done', app: 'consent', time: '2026-08-06T14:05:00.000Z' };

test('an answer of this product that fits its call is handed over', async () => {
  const { wire, sent } = wireTo(ours(pong));
  expect(await call(calls.ping, {}, wire)).toEqual(pong);
  expect(sent).toMatchObject([{ url: '/api/ping', init: { method: 'GET', credentials: 'omit', cache: 'no-store' } }]);
});

test('names in the path are filled and escaped, and the rest becomes the query without what is empty', async () => {
  const { wire, sent } = wireTo(ours({}, 404));
  await call(calls.verifyByCode, { code: 'a/b?c&d' }, wire).catch(() => undefined);
  await call(calls.patientGet, { search: 'Żółć & Co', page: 2, status: undefined }, wire).catch(() => undefined);
  expect(sent.map(({ url }) => url)).toEqual([
    '/api/verify/a%2Fb%3Fc%26d',
    '/api/patient/get?page=2&limit=10&search=%C5%BB%C3%B3%C5%82%C4%87+%26+Co&status=ALL',
  ]);
});

test('a write carries its body, the bearer and its key; a read has neither body nor content type', async () => {
  const id = '018f0000-0000-7000-8000-000000000001';
  const { wire, sent } = wireTo(ours({}, 500), { token: 's_token', idempotencyKey: id });
  await call(calls.recordLater, { consentID: id, comments: 'x' }, wire).catch(() => undefined);
  await call(calls.ping, {}, wire).catch(() => undefined);
  expect(sent[0]?.init).toMatchObject({
    method: 'POST',
    body: JSON.stringify({ consentID: id, comments: 'x' }),
    headers: { 'content-type': 'application/json', authorization: 'Bearer s_token', 'idempotency-key': id },
  });
  expect(sent[1]?.init).not.toHaveProperty('body');
  expect(sent[1]?.init.headers).not.toHaveProperty('content-type');
});

test('what does not fit the call is not sent, and each field says why', async () => {
  const { wire, sent } = wireTo(ours({}));
  const refused = await call(calls.userLogin, { email: 'nobody', password: '' }, wire).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(NotSent);
  expect(refused).toMatchObject({
    fields: [
      { path: 'email', message: 'The Email must be an e-mail address' },
      { path: 'password', message: 'Enter your password' },
    ],
  });
  expect(sent).toEqual([]);
});

test.each<[string, () => Response | Promise<Response>]>([
  ['no network', () => Promise.reject(new TypeError('fetch failed'))],
  [
    'a portal’s page',
    () => new Response('<h1>Welcome to the hospital’s guest network</h1>', { headers: { 'content-type': 'text/html' } }),
  ],
  ['a portal’s JSON', () => Response.json(pong)],
  ['a proxy’s error page', () => new Response('Bad gateway', { status: 502 })],
  ['a body cut short', () => new Response('{"message":"Do', { headers: { 'x-app': 'consent' } })],
  ['a body of another shape', ours({ message: 'Done', app: 'other', time: '' })],
  ['an empty body', () => new Response(null, { headers: { 'x-app': 'consent' } })],
])('%s is no answer, neither yes nor no', async (_, answer) => {
  await expect(call(calls.ping, {}, wireTo(answer).wire)).rejects.toThrow(Unreachable);
});

test('a refusal reaches the caller word for word, with its code, fields and data', async () => {
  const failure = {
    message: 'Somebody else has changed this in the meantime',
    error: 'VERSION_CONFLICT',
    fields: [{ path: 'a', message: 'b' }],
    data: { current: { version: 7 } },
    requestId: 'r',
  };
  const refused = await call(calls.ping, {}, wireTo(ours(failure, 409)).wire).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(CallFailed);
  expect(refused).toMatchObject({
    status: 409,
    message: failure.message,
    code: 'VERSION_CONFLICT',
    fields: failure.fields,
    data: failure.data,
  });
});

test('a refusal that cannot be read says the plain sentence and keeps its status', async () => {
  const refused = await call(calls.ping, {}, wireTo(ours({ nonsense: true }, 503)).wire).catch((error: unknown) => error);
  expect(refused).toMatchObject({ name: 'CallFailed', status: 503, code: 'FAILED', message: 'Something went wrong' });
});

test('a file goes out as one part called file, and a file that comes back is not read as JSON', async () => {
  const { wire, sent } = wireTo(ours({}, 400));
  await call(calls.verifyFile, { file: new Blob(['%PDF-']) }, wire).catch(() => undefined);
  const form = sent[0]?.init.body;
  expect(form).toBeInstanceOf(FormData);
  // The line above has just said what it is.
  expect(await ((form as FormData).get('file') as Blob).text()).toBe('%PDF-');
  expect(sent[0]?.init.headers).not.toHaveProperty('content-type');

  const pdf = new Response('%PDF-1.7', { headers: { 'x-app': 'consent', 'content-type': 'application/pdf' } });
  const blob = await callForFile(
    calls.consentDownload,
    { request_id: '018f0000-0000-7000-8000-000000000001' },
    wireTo(() => pdf).wire,
  );
  expect(await blob.text()).toBe('%PDF-1.7');
});

test('what the table forbids does not compile', () => {
  const queue = <K extends QueuedCall>(name: K): K => name;
  expect(queue('patientCreate')).toBe('patientCreate');
  // @ts-expect-error -- signing in cannot wait for the network
  queue('userLogin');
  // @ts-expect-error -- a search is not kept for later
  queue('patientSearch');
  // @ts-expect-error -- the path's name is missing from the input
  get('thing/{id}', { access: ['none'], summary: '', input: v.strictObject({}), output: v.unknown() });
  // @ts-expect-error -- nobody holds this permission
  post('thing', { access: ['things.break'], summary: '', input: v.strictObject({}), output: v.unknown() });
  // @ts-expect-error -- a field of another call
  void (() => call(calls.recordLater, { consentID: 'x', request_id: 'x' }, wireTo(ours({})).wire));
  // @ts-expect-error -- a call that answers JSON gives no file
  void (() => callForFile(calls.ping, {}, wireTo(ours({})).wire));
});

describe('a network that swallows what it is given', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const LIMIT = 8000;
  /** As the browser's fetch: nothing comes until it is called off. */
  const never: typeof fetch = async (_, init) =>
    new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
  /** As the browser's: the head comes, the body never does until it is called off. */
  const onlyTheHead =
    (status: number): typeof fetch =>
    async (_, init) => {
      const body = new ReadableStream({
        start: (stream) => init?.signal?.addEventListener('abort', () => stream.error(init.signal?.reason)),
      });
      return new Response(body, { status, headers: { 'x-app': 'consent' } });
    };
  /** How a call ends that nobody answers, `waited` after it was made; `pending` where it has not ended by then. */
  async function endOf(asking: Promise<unknown>, waited: number): Promise<unknown> {
    let end: unknown = 'pending';
    asking.then(
      () => (end = 'answered'),
      (failure: unknown) => (end = failure),
    );
    await vi.advanceTimersByTimeAsync(waited);
    return end;
  }

  test.each([
    ['no head', never],
    ['no body', onlyTheHead(200)],
    ['no body of a refusal', onlyTheHead(401)],
  ])('%s by the limit is no answer', async (_, fetch) => {
    const asking = call(calls.ping, {}, { fetch, root: '/api', limitMs: LIMIT });
    expect(await endOf(asking, LIMIT - 1)).toBe('pending');
    expect(await endOf(asking, 1)).toBeInstanceOf(Unreachable);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a file of which the end does not come is none', async () => {
    const input = { request_id: '018f0000-0000-7000-8000-000000000001' };
    const asking = callForFile(calls.consentDownload, input, { fetch: onlyTheHead(200), root: '/api', limitMs: LIMIT });
    expect(await endOf(asking, LIMIT)).toBeInstanceOf(Unreachable);
  });

  test('what is called off before the limit is called off at once, and no clock runs on', async () => {
    const mine = new AbortController();
    const asking = call(calls.ping, {}, { fetch: never, root: '/api', limitMs: LIMIT, signal: mine.signal });
    mine.abort();
    expect(await endOf(asking, 0)).toBeInstanceOf(Unreachable);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('an answer in time is as good as without a limit, and no clock runs on', async () => {
    expect(await call(calls.ping, {}, wireTo(ours(pong), { limitMs: LIMIT }).wire)).toEqual(pong);
    expect(vi.getTimerCount()).toBe(0);
  });
});
