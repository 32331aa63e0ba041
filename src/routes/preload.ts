import type { AnyRouter } from '@tanstack/react-router';

/** A pointer that rests this long on a link means it, ms. */
const REST_MS = 80;

/** Loads what a link leads to as soon as a pointer rests on it, a finger touches it, or the focus reaches it. */
export function preloadOnIntent(router: AnyRouter): void {
  let timer = 0;
  const mean = (event: Event) => {
    clearTimeout(timer);
    const href = placeOf(event.target);
    if (href === null) return;
    timer = setTimeout(() => void router.preloadRoute({ href }).catch(() => undefined), event.type === 'touchstart' ? 0 : REST_MS);
  };
  for (const type of ['pointerover', 'touchstart', 'focusin']) document.addEventListener(type, mean, { passive: true });
}

/** The place of this app that a link around an element leads to, or null. */
function placeOf(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link === null || link.origin !== location.origin || link.target !== '' || link.pathname === location.pathname) return null;
  return link.pathname + link.search;
}
