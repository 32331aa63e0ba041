import { createContext, useContext, type AnchorHTMLAttributes, type MouseEvent, type ReactNode } from 'react';
import type { Href } from './href.ts';

type Go = (href: Href) => void;
const Navigation = createContext<Go | null>(null);

/**
 * Gives every house link the function that navigates inside the app, e.g. `(href) => router.history.push(href)`; null while there is
 * none.
 */
export function NavigationProvider({ go, children }: { readonly go: Go | null; readonly children: ReactNode }) {
  return <Navigation.Provider value={go}>{children}</Navigation.Provider>;
}

/**
 * A real `<a href>` that navigates inside the app on a plain click. New tab, new window, download and foreign addresses
 * are left to the browser; without a NavigationProvider everything is.
 */
export function Link({ href, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { readonly href: Href }) {
  const go = useContext(Navigation);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (go === null || event.defaultPrevented || !isPlainClick(event) || !isOurs(event.currentTarget)) return;
    event.preventDefault();
    go(href);
  };
  return <a href={href} onClick={follow} {...rest} />;
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

function isOurs(anchor: HTMLAnchorElement): boolean {
  const opensHere = anchor.target === '' || anchor.target === '_self';
  return opensHere && !anchor.hasAttribute('download') && anchor.origin === location.origin;
}
