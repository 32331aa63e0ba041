import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { registerRoute, Route } from 'workbox-routing';
import { carry } from './courier.ts';
import { keepTwoGenerations } from './generations.ts';
import { shellFor } from './shells.ts';

/** Of Background Sync; the DOM library does not know it. */
type SyncEvent = ExtendableEvent & { readonly tag: string };
type Entry = { readonly url: string; readonly revision: string | null };
declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (Entry | string)[] };

const cacheName = 'assent-shell';
const shell = new PrecacheController({ cacheName });
shell.addToCacheList(self.__WB_MANIFEST);

// Never skipWaiting here: a new worker waits until a quiet page says so, never under a patient who is signing.
// No clientsClaim either: the first visit is served by the network alone.
self.addEventListener('install', (event) => {
  event.waitUntil(shell.install(event));
});

// Not the controller's own activate(), which would delete the previous generation at once.
self.addEventListener('activate', (event) => {
  event.waitUntil(
    keepTwoGenerations(
      cacheName,
      shell.getCachedURLs().map((url) => shell.getCacheKeyForURL(url) ?? url),
    ),
  );
});

self.addEventListener('message', (event) => {
  if (isSkipWaiting(event.data)) event.waitUntil(self.skipWaiting());
  carry(event);
});

// There is a network again. This worker has no key and sends nothing: it wakes the pages, which do.
self.addEventListener('sync', (event) => {
  // Only this event has this name.
  const sync = event as SyncEvent;
  if (sync.tag === 'assent.outbox') sync.waitUntil(pokePages());
});

// Routes are asked for GET only; everything that is not named here goes to the network as if there were no worker.
registerRoute(new PrecacheRoute(shell, { cleanURLs: false }));

registerRoute(
  new Route(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && shellFor(url.pathname) !== null,
    async ({ request, url }) => {
      const page = await shell.matchPrecache(shellFor(url.pathname) ?? '/index.html');
      return page ?? fetch(request);
    },
  ),
);
// Hashed files of the previous build, for tabs that were opened under it. Their names change with their content.
registerRoute(
  new Route(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode !== 'navigate' && url.pathname.startsWith('/assets/'),
    async ({ request }) => {
      const cache = await caches.open(cacheName);
      return (await cache.match(request)) ?? fetch(request);
    },
  ),
);

async function pokePages(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) page.postMessage('assent.sync');
}

function isSkipWaiting(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING';
}
