import type { AnyRouter } from '@tanstack/react-router';
import { parseSearch } from '#src/search-params.ts';

/** A pointer that rests this long on a link starts the preload, ms. */
const REST_MS = 80;

/** Loads a link's target as soon as a pointer rests on it, a finger touches it, or the focus reaches it. */
export function preloadOnIntent(router: AnyRouter): void {
  let timer = 0;
  const mean = (event: Event) => {
    clearTimeout(timer);
    const link = linkAt(event.target);
    if (link === null) return;
    const place = { to: link.pathname, search: parseSearch(link.search) };
    timer = setTimeout(() => void router.preloadRoute(place).catch(() => undefined), event.type === 'touchstart' ? 0 : REST_MS);
  };
  for (const type of ['pointerover', 'touchstart', 'focusin']) document.addEventListener(type, mean, { passive: true });
}

/** The link around an element that leads to another screen of this app, or null. */
function linkAt(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  const leadsElsewhere = link === null || link.origin !== location.origin || link.target !== '';
  return leadsElsewhere || link.pathname === location.pathname ? null : link;
}
