import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { registerRoute, Route, setCatchHandler } from 'workbox-routing';
import { relayHandoff } from './vault-handoff.ts';
import { keepTwoGenerations, restoreRecord } from './generations.ts';
import { messageType } from './message-type.ts';
import { noPage } from './no-page.ts';
import { refillShell, relayRefill, type ShellEntries } from './refill.ts';
import { shellFor } from './shells.ts';
import { relayTabletPin } from './tablet-pin.ts';

/** Event of Background Sync, which TypeScript's DOM library lacks. */
type SyncEvent = ExtendableEvent & { readonly tag: string };
type Entry = { readonly url: string; readonly revision: string | null };
declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (Entry | string)[] };

const cacheName = 'assent-shell';
const shell = new PrecacheController({ cacheName });
shell.addToCacheList(self.__WB_MANIFEST);

// No skipWaiting here: a new worker waits until a page without edits asks for it, never while a patient is signing.
// No clientsClaim either: the first visit is served by the network alone.
self.addEventListener('install', (event) => {
  event.waitUntil(shell.install(event));
});

// The controller's own activate() would delete the previous generation at once.
self.addEventListener('activate', (event) => {
  event.waitUntil(keepTwoGenerations(cacheName, [...shellEntries().values()]));
});

self.addEventListener('message', (event) => {
  if (messageType(event.data) === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  relayHandoff(event);
  relayTabletPin(event);
  relayRefill(event, refill);
});

// The network is back. This worker has no key and sends nothing: it wakes the pages, which send.
self.addEventListener('sync', (event) => {
  // Background Sync alone fires events of this type.
  const sync = event as SyncEvent;
  if (sync.tag === 'assent.outbox') sync.waitUntil(wakePages());
});

// Routes match GET requests only; any other request goes to the network as if there were no worker.
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
// Hashed files of this build and the previous one, for tabs that were opened under it. Their names change with their content.
registerRoute(
  new Route(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode !== 'navigate' && url.pathname.startsWith('/assets/'),
    async ({ request }) => {
      const cache = await caches.open(cacheName);
      return (await cache.match(request)) ?? fetch(request);
    },
  ),
);

// Neither the cache nor the network has the page.
setCatchHandler(async ({ request }) => (request.mode === 'navigate' ? noPage() : Response.error()));

async function refill(): Promise<boolean> {
  const entries = shellEntries();
  const isComplete = await refillShell(cacheName, entries);
  if (isComplete) await restoreRecord(cacheName, [...entries.values()]);
  return isComplete;
}

function shellEntries(): ShellEntries {
  return new Map(shell.getCachedURLs().map((url) => [url, shell.getCacheKeyForURL(url) ?? url]));
}

async function wakePages(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) page.postMessage('assent.sync');
}
