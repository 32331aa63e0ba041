import {
  resetResponseTimes,
  observe,
  isSlowNetwork,
  networkType,
  recordResponse,
  onResponse,
  type ResponseOrigin,
} from '#src/device/network-quality.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  resetResponseTimes();
  vi.stubGlobal('navigator', {});
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const answered = (...times: number[]) => {
  for (const ms of times) recordResponse('ours', ms);
};

test('where the browser says nothing of its link, the median of the last five own answers does', () => {
  answered(5000, 1399, 1399, 1399, 1400);
  expect(isSlowNetwork(), 'one slow answer is not a slow link').toBe(false);
  answered(1400, 1500);
  expect(isSlowNetwork()).toBe(true);
  expect(networkType()).toBe('2g');
  answered(200, 200, 200);
  expect(isSlowNetwork(), 'a link that is quick again is not slow for long').toBe(false);
});

test('four answers are too few to call a link slow', () => {
  answered(3000, 3000, 3000, 3000);
  expect(isSlowNetwork()).toBe(false);
  answered(3000);
  expect(isSlowNetwork()).toBe(true);
});

test('answers of somebody else’s and calls without one are not measured', () => {
  for (const sign of ['foreign', 'silence', 'foreign', 'silence', 'foreign'] as const) recordResponse(sign, 9000);
  expect(isSlowNetwork()).toBe(false);
});

test('another network starts without an opinion', () => {
  answered(3000, 3000, 3000, 3000, 3000);
  resetResponseTimes();
  expect(isSlowNetwork()).toBe(false);
});

test('where the browser does say, its word counts', () => {
  answered(3000, 3000, 3000, 3000, 3000);
  vi.stubGlobal('navigator', { connection: { effectiveType: '4g' } });
  expect(isSlowNetwork()).toBe(false);
  for (const effectiveType of ['2g', 'slow-2g']) {
    vi.stubGlobal('navigator', { connection: { effectiveType } });
    expect(isSlowNetwork()).toBe(true);
  }
});

test('each call tells whose answer came, and one that the page called off tells nothing', async () => {
  const signs: ResponseOrigin[] = [];
  const stop = onResponse((sign) => signs.push(sign));
  await observe(Promise.resolve(new Response('', { headers: { 'X-App': 'consent' } })));
  await observe(Promise.resolve(new Response('<h1>Free Wi-Fi</h1>')));
  await expect(observe(Promise.reject(new TypeError('Failed to fetch')))).rejects.toThrow('Failed to fetch');
  await expect(observe(Promise.reject(new DOMException('called off', 'AbortError')))).rejects.toThrow('called off');
  const waitedOut = new AbortController();
  waitedOut.abort(new DOMException('too long', 'TimeoutError'));
  // Safari reports a timed-out call as aborted, too.
  const late = observe(Promise.reject(new DOMException('called off', 'AbortError')), waitedOut.signal);
  await expect(late).rejects.toThrow('called off');
  stop();
  expect(signs).toEqual(['ours', 'foreign', 'silence', 'silence']);
});
