import type { Page } from 'playwright';

/** The least contrast of a control's border with what surrounds it (WCAG 1.4.11). */
const LEAST = 3;

/**
 * Fields, boxes, and buttons whose border has too little contrast with the ground around it, in the page's present colours; axe
 * measures text alone. Left out: disabled and focused controls, controls that the browser draws itself, and filled buttons, which
 * their ground shows.
 */
export function paleBorders(page: Page): Promise<readonly string[]> {
  return page.evaluate((least) => {
    type Colour = readonly [red: number, green: number, blue: number, alpha: number];

    /** Parses a colour as the browser computes it: `rgb(1, 2, 3)`, `rgba(1, 2, 3, 0.5)` or `color(srgb 0.1 0.2 0.3 / 0.5)`. */
    const read = (css: string): Colour => {
      const parts = (css.match(/[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
      const scale = css.startsWith('color(') ? 255 : 1;
      const [red = 0, green = 0, blue = 0, alpha = 1] = parts;
      return [red * scale, green * scale, blue * scale, alpha];
    };
    const over = ([red, green, blue, alpha]: Colour, below: Colour): Colour => {
      const mix = (upper: number, lower: number) => upper * alpha + lower * (1 - alpha);
      return [mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]), 1];
    };
    const ground = (element: Element | null): Colour => {
      if (element === null)
        return read(getComputedStyle(document.documentElement).colorScheme === 'dark' ? 'rgb(18,18,18)' : 'rgb(255,255,255)');
      const own = read(getComputedStyle(element).backgroundColor);
      return own[3] === 1 ? own : over(own, ground(element.parentElement));
    };
    const luminance = ([red, green, blue]: Colour): number => {
      const linear = (part: number) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    };
    const contrast = (one: Colour, other: Colour): number => {
      const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    };

    const isSeen = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      return width > 4 && height > 4 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    };
    const isLeftOut = (element: Element): boolean =>
      element.matches(':disabled, [aria-disabled=true], [data-disabled], :focus, [aria-hidden=true] *') || !isSeen(element);

    const controls =
      'input:not([type=hidden]), textarea, select, button, a[class*=Button], label:has(input), .mantine-Switch-track';
    return [...document.querySelectorAll(controls)].flatMap((element) => {
      const style = getComputedStyle(element);
      const isNative = element.matches('[type=checkbox], [type=radio]') && style.appearance !== 'none';
      if (isLeftOut(element) || isNative) return [];
      const around = ground(element.parentElement);
      const sides = (['Top', 'Right', 'Bottom', 'Left'] as const)
        .filter((side) => style[`border${side}Style`] !== 'none' && Number.parseFloat(style[`border${side}Width`]) > 0)
        .map((side) => read(style[`border${side}Color`]))
        .filter(([, , , alpha]) => alpha > 0);
      if (sides.length === 0 || contrast(ground(element), around) >= least) return [];
      const weakest = Math.min(...sides.map((side) => contrast(over(side, around), around)));
      if (weakest >= least) return [];
      const name = element.getAttribute('aria-label') ?? (element.textContent || element.id || element.className);
      return [`border ${weakest.toFixed(2)}:1 of ${element.tagName.toLowerCase()} “${name.trim().slice(0, 40)}”`];
    });
  }, LEAST);
}
