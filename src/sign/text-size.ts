import { tabItems } from '#src/device/web-storage.ts';
import { useEffect, useState } from 'react';

/** 100, 125 and 150 % of the page's text. */
export const SIZES = [1, 2, 3] as const;
export type Size = (typeof SIZES)[number];

/** Key of the size in sessionStorage. */
export const TEXT_SIZE_KEY = 'assent.text-size';

/**
 * Text size and its setter; a choice survives a reload of this tab, not the end of the visit.
 *
 * @param format - the patient's own reading format: large print starts large
 */
export function useTextSize(format: string | undefined): readonly [Size, (size: Size) => void] {
  const [chosen, choose] = useState<Size | null>(
    () => SIZES.find((size) => String(size) === tabItems.getItem(TEXT_SIZE_KEY)) ?? null,
  );
  const size = chosen ?? (format === 'LARGE_PRINT' ? 3 : 1);
  useEffect(() => {
    document.documentElement.dataset['size'] = String(size);
  }, [size]);
  const keep = (next: Size) => {
    choose(next);
    try {
      tabItems.setItem(TEXT_SIZE_KEY, String(next));
    } catch {
      // Refused or full storage: the choice then lasts until a reload.
    }
  };
  return [size, keep];
}
