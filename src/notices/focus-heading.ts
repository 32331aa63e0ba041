import { useEffect } from 'react';

/**
 * Takes the focus to the heading of the screen just arrived at, so that screen readers and eyes start there.
 *
 * @param screen - where to look; other screens may wait under it
 */
export function focusHeading(screen: ParentNode = document): void {
  const heading = screen.querySelector<HTMLElement>('main h1, h1') ?? document.getElementById('main');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus();
}

/** As {@link focusHeading}, when a component that is a screen of its own appears without a change of address. */
export function useHeadingFocus(): void {
  useEffect(() => focusHeading(), []);
}
