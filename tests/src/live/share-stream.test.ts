import { afterEach, expect, test, vi } from 'vitest';
import { LIVE_SILENCE, type LiveEvent } from '#contract/live.ts';
import { shareStream } from '#src/live/share-stream.ts';
import { tabLocks } from '#tests/store/tab-locks.ts';
import { manualTime, type ManualTime } from './manual-time.ts';

const ID = '018f0000-0000-7000-8000-000000000001';
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** The tabs of one person in one browser. Their clock stands until it is moved; that of a frozen tab stands on. */
function aBrowser({ hasLocks = true } = {}) {
  const locks = hasLocks ? tabLocks() : undefined;
  const name = `live:${crypto.randomUUID()}`;
  const times: ManualTime[] = [];
  const openTab = () => {
    const time = manualTime();
    times.push(time);
    const channel = new BroadcastChannel(name);
    const page = { isVisible: true, isFrozen: false };
    const changed: (readonly string[] | null)[] = [];
    const live: boolean[] = [];
    const streams: { tell: (event: LiveEvent) => void; isOpen: boolean; nudges: number }[] = [];
    const share = shareStream({
      locks,
      name,
      channel,
      isVisible: () => page.isVisible,
      timer: time.timer,
      now: time.now,
      follow: ({ onEvent }) => {
        const stream = { tell: onEvent, isOpen: true, nudges: 0 };
        streams.push(stream);
        return { nudge: () => void (stream.nudges += 1), stop: () => void (stream.isOpen = false) };
      },
      onChanged: (ids) => changed.push(ids),
      onLiveChange: (is) => live.push(is),
    });
    stops.push(() => {
      share.stop();
      channel.close();
    });
    const isReading = () => streams.some(({ isOpen }) => isOpen);
    const tell = (event: LiveEvent) => streams.at(-1)?.tell(event);
    return { time, page, share, changed, live, streams, isReading, tell };
  };
  type Tab = ReturnType<typeof openTab>;
  const tabs: Tab[] = [];
  const pass = async (ms: number) => {
    for (let left = ms; left >= 0; left -= 5000) {
      for (const tab of tabs) if (!tab.page.isFrozen) await tab.time.advance(Math.min(5000, left));
      // Messages between tabs take a turn of the loop.
      await new Promise((resolve) => void setTimeout(resolve, 10));
    }
  };
  return {
    openTab: async () => {
      const tab = openTab();
      tabs.push(tab);
      await pass(0);
      return tab;
    },
    pass,
  };
}

test('two tabs share one stream, and both receive what it brings', async () => {
  const browser = aBrowser();
  const first = await browser.openTab();
  first.tell({ kind: 'resync' });
  const second = await browser.openTab();
  await vi.waitFor(() => expect(second.live).toEqual([true]));
  first.tell({ kind: 'changed', ids: [ID] });
  await vi.waitFor(() => {
    for (const { changed, live } of [first, second]) {
      expect(changed).toEqual([null, [ID]]);
      expect(live).toEqual([true]);
    }
  });
  expect([first.streams.length, second.streams.length]).toEqual([1, 0]);
  first.tell({ kind: 'paused' });
  await vi.waitFor(() => {
    for (const { live } of [first, second]) expect(live).toEqual([true, false]);
  });
});

test('the other tab goes on when the one with the stream is closed', async () => {
  const browser = aBrowser();
  const first = await browser.openTab();
  const second = await browser.openTab();
  first.share.stop();
  await vi.waitFor(() => expect([first.isReading(), second.isReading()]).toEqual([false, true]));
});

test('a page that is hidden for long gives the stream up, and opens one when it is shown', async () => {
  const browser = aBrowser();
  const tab = await browser.openTab();
  tab.tell({ kind: 'resync' });
  tab.page.isVisible = false;
  tab.share.look();
  await browser.pass(29_000);
  expect(tab.isReading()).toBe(true);
  await browser.pass(2000);
  expect([tab.isReading(), tab.live]).toEqual([false, [true, false]]);
  tab.page.isVisible = true;
  tab.share.look();
  await vi.waitFor(() => expect(tab.isReading()).toBe(true));
});

test('a short look at another tab costs no new stream', async () => {
  const browser = aBrowser();
  const tab = await browser.openTab();
  tab.page.isVisible = false;
  tab.share.look();
  await browser.pass(10_000);
  tab.page.isVisible = true;
  tab.share.look();
  await browser.pass(60_000);
  expect(tab.streams.map(({ isOpen, nudges }) => [isOpen, nudges])).toEqual([[true, 1]]);
});

test('the stream of a frozen tab is taken by a visible one, which says meanwhile that it is not live', async () => {
  const browser = aBrowser();
  const first = await browser.openTab();
  first.tell({ kind: 'resync' });
  const second = await browser.openTab();
  await vi.waitFor(() => expect(second.live).toEqual([true]));
  first.page.isFrozen = true;
  await browser.pass(LIVE_SILENCE - 10_000);
  expect(second.isReading()).toBe(false);
  await browser.pass(30_000);
  await vi.waitFor(() => expect([second.isReading(), second.live]).toEqual([true, [true, false]]));
  first.page.isFrozen = false;
  await browser.pass(60_000);
  await vi.waitFor(() => expect([first.isReading(), second.isReading()]).toEqual([false, true]));
});

test('a browser without locks has a stream in each visible tab', async () => {
  const browser = aBrowser({ hasLocks: false });
  const [first, second] = [await browser.openTab(), await browser.openTab()];
  expect([first.isReading(), second.isReading()]).toEqual([true, true]);
});
