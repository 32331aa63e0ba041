import type { BrowserContext, Page } from 'playwright';

/** All data that a script in the page could read: storages, databases, caches, the document and the history. */
export function reachableByScript(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const parts: string[] = [document.documentElement.outerHTML, document.title, document.cookie, document.referrer, window.name];
    parts.push(JSON.stringify({ ...sessionStorage }), JSON.stringify({ ...localStorage }), JSON.stringify(history.state));
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name ?? '');
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => reject(new Error(`${name} does not open`)));
      });
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown>((resolve) => {
          const reading = database.transaction(store).objectStore(store).getAll();
          reading.addEventListener('success', () => resolve(reading.result));
        });
        parts.push(`${name}/${store}: ${JSON.stringify(rows)}`);
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        parts.push(
          `${name}: ${request.url} ${/json|html|text\/plain/.test(answer?.headers.get('content-type') ?? '') ? await answer?.text() : ''}`,
        );
      }
    }
    return parts.join('\n');
  });
}

/** Every string in the memory of the page's scripts, from the browser's own heap snapshot. */
export async function memoryOf(context: BrowserContext, page: Page): Promise<string> {
  const session = await context.newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
}
