import { useCallback } from 'react';
import { observeHeight } from '#src/device/observed-height.ts';

/** Tells the style sheets the height of an element in a variable, px, as long as it is on the page. @returns its ref */
export function useHeightVariable(name: `--${string}`) {
  return useCallback((element: HTMLElement | null) => (element === null ? undefined : observeHeight(element, name)), [name]);
}
