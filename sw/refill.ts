import { SHELL_REFILL } from '#store/session/shell-refill.ts';
import { messageType } from './message-type.ts';

/** Entries of the shell of one build: the address of each file, and its key in the cache. Both are full URLs. */
export type ShellEntries = ReadonlyMap<string, string>;

let running: Promise<boolean> | null = null;

/** Puts the missing files of the shell back at a page's request, and answers whether it is complete. Requests at once share one run. */
export function relayRefill(event: ExtendableMessageEvent, refill: () => Promise<boolean>): void {
  const [port] = event.ports;
  if (port === undefined || messageType(event.data) !== SHELL_REFILL) return;
  running ??= refill().finally(() => (running = null));
  event.waitUntil(
    running.then(
      (isComplete) => port.postMessage(isComplete),
      () => port.postMessage(false),
    ),
  );
}

/**
 * Fetches and stores what is missing of the shell, for instance after the browser has cleared its caches alone. Pages come first: they
 * name their files, and tell whether the server still has this build. Nothing of another one is stored beside the files of this.
 *
 * @returns whether the shell is complete afterwards
 */
export async function refillShell(cacheName: string, entries: ShellEntries): Promise<boolean> {
  const cache = await caches.open(cacheName);
  const stored = new Set((await cache.keys()).map(({ url }) => url));
  const missing = [...entries].filter(([, key]) => !stored.has(key));
  for (const [url, key] of missing.toSorted(([one], [other]) => Number(isPage(other)) - Number(isPage(one)))) {
    const response = await fetch(url, { cache: 'no-cache', credentials: 'same-origin' });
    if (!(await belongs(url, response, entries))) return false;
    await cache.put(key, response);
  }
  return true;
}

const isPage = (url: string) => url.endsWith('.html');

/** Whether an answer is a file of this build: neither a page of another one, nor a page that somebody on the way puts in its place. */
async function belongs(url: string, response: Response, entries: ShellEntries): Promise<boolean> {
  if (!response.ok || response.redirected) return false;
  const isHtml = response.headers.get('content-type')?.startsWith('text/html') === true;
  if (isHtml !== isPage(url)) return false;
  if (!isHtml) return true;
  const page = await response.clone().text();
  const named = [...page.matchAll(/"(\/[^"\s]+\.(?:css|js))"/g)].map(([, path = '']) => new URL(path, response.url).href);
  return named.length > 0 && named.every((each) => entries.has(each));
}
