import { forgetAnswers, heard, isSlowLink, linkType, noteAnswer, onAnswer, type Sign } from '#src/held/link.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  forgetAnswers();
  vi.stubGlobal('navigator', {});
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const answered = (...times: number[]) => {
  for (const ms of times) noteAnswer('ours', ms);
};

test('where the browser says nothing of its link, the median of the last five own answers does', () => {
  answered(5000, 1399, 1399, 1399, 1400);
  expect(isSlowLink(), 'one slow answer is not a slow link').toBe(false);
  answered(1400, 1500);
  expect(isSlowLink()).toBe(true);
  expect(linkType()).toBe('2g');
  answered(200, 200, 200);
  expect(isSlowLink(), 'a link that is quick again is not slow for long').toBe(false);
});

test('four answers are too few to call a link slow', () => {
  answered(3000, 3000, 3000, 3000);
  expect(isSlowLink()).toBe(false);
  answered(3000);
  expect(isSlowLink()).toBe(true);
});

test('answers of somebody else’s and calls without one are not measured', () => {
  for (const sign of ['foreign', 'silence', 'foreign', 'silence', 'foreign'] as const) noteAnswer(sign, 9000);
  expect(isSlowLink()).toBe(false);
});

test('another network starts without an opinion', () => {
  answered(3000, 3000, 3000, 3000, 3000);
  forgetAnswers();
  expect(isSlowLink()).toBe(false);
});

test('where the browser does say, its word counts', () => {
  answered(3000, 3000, 3000, 3000, 3000);
  vi.stubGlobal('navigator', { connection: { effectiveType: '4g' } });
  expect(isSlowLink()).toBe(false);
  for (const effectiveType of ['2g', 'slow-2g']) {
    vi.stubGlobal('navigator', { connection: { effectiveType } });
    expect(isSlowLink()).toBe(true);
  }
});

test('each call tells whose answer came, and one that the page called off tells nothing', async () => {
  const signs: Sign[] = [];
  const stop = onAnswer((sign) => signs.push(sign));
  await heard(Promise.resolve(new Response('', { headers: { 'X-App': 'consent' } })));
  await heard(Promise.resolve(new Response('<h1>Free Wi-Fi</h1>')));
  await expect(heard(Promise.reject(new TypeError('Failed to fetch')))).rejects.toThrow('Failed to fetch');
  await expect(heard(Promise.reject(new DOMException('called off', 'AbortError')))).rejects.toThrow('called off');
  const waitedOut = new AbortController();
  waitedOut.abort(new DOMException('too long', 'TimeoutError'));
  // Safari calls a call that took too long called off, too.
  const late = heard(Promise.reject(new DOMException('called off', 'AbortError')), waitedOut.signal);
  await expect(late).rejects.toThrow('called off');
  stop();
  expect(signs).toEqual(['ours', 'foreign', 'silence', 'silence']);
});
