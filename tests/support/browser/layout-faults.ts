import type { Page } from 'playwright';
import { SIZES, type Size } from '#src/sign/text-size.ts';
import { SCREENS } from '#tests/support/browser/browser.ts';

/** Sizes of letters, percent of the browser's own: the three that a tablet of a ward offers. */
const LETTERS = [100, 125, 150] as const;

/** A size of screen and of letters. `text`: the size that a signer has chosen on the page itself, which has rules of its own for each. */
type Look = { readonly size: { width: number; height: number }; readonly letters: number; readonly text?: Size };

/** Screens in all sizes of letters; a narrow phone in the usual one alone, which is already that of a zoom of 400 %. */
const LOOKS: readonly Look[] = Object.values(SCREENS).flatMap((size) =>
  LETTERS.filter((letters) => size.width > SCREENS.narrow.width || letters === 100).map((letters) => ({ size, letters })),
);
/** The looks of a push: two that differ most. */
const FEW: readonly Look[] = [
  { size: SCREENS.portrait, letters: 100 },
  { size: SCREENS.phone, letters: 150 },
];

/** A signer's page: what a browser with larger letters makes of the usual size of text, and every screen in each of the page's own three. */
const LOOKS_OF_SIGNER: readonly Look[] = [
  ...LOOKS.filter(({ letters }) => letters > 100).map((look) => ({ ...look, text: 1 as const })),
  ...Object.values(SCREENS).flatMap((size) => SIZES.map((text) => ({ size, letters: 100, text }))),
];
const FEW_OF_SIGNER: readonly Look[] = [
  { size: SCREENS.portrait, letters: 100, text: 3 },
  { size: SCREENS.narrow, letters: 100, text: 3 },
];

/**
 * Looks at the page's present state in several sizes of screen and letters, a signer's page in its own sizes of text as well. The screen keeps
 * the last one; the letters are those of before.
 *
 * @param isWhole - all sizes; else two
 * @param onLook - called in each look with its size of letters, percent of the usual ones
 * @returns what is wrong, each with the size in which it is seen
 */
export async function layoutFaults(
  page: Page,
  isWhole: boolean,
  onLook?: (letters: number) => Promise<void>,
): Promise<readonly string[]> {
  const found: string[] = [];
  const chosen = await page.evaluate(() => document.documentElement.dataset['size']);
  const [all, few] = chosen === undefined ? [LOOKS, FEW] : [LOOKS_OF_SIGNER, FEW_OF_SIGNER];
  for (const { size, letters, text } of isWhole ? all : few) {
    await page.setViewportSize(size);
    await setLetters(page, { letters, text: text?.toString() });
    const faults = await faultsNow(page);
    await onLook?.((letters * (LETTERS[(text ?? 1) - 1] ?? 100)) / 100);
    const look = `${size.width}×${size.height}, letters of ${letters} %${text === undefined ? '' : `, text ${text}`}`;
    found.push(...faults.map((fault) => `${look}: ${fault}`));
  }
  await setLetters(page, { letters: undefined, text: chosen });
  return found;
}

/** Sets the browser's letters, percent, and the size that a signer has chosen; undefined leaves the page's own. */
function setLetters(page: Page, look: { letters: number | undefined; text: string | undefined }): Promise<void> {
  return page.evaluate(async ({ letters, text }) => {
    const { style, dataset } = document.documentElement;
    style.removeProperty('font-size');
    if (text !== undefined) dataset['size'] = text;
    // The rules of a signer's size of text set it; a browser's larger letters are parts of that.
    const base = text === undefined ? 16 : Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    if (letters !== undefined && (text === undefined || letters !== 100)) style.fontSize = `${(base * letters) / 100}px`;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, look);
}

/** Texts wider than their box or broken inside a word, and texts or controls over each other; what floats or stays at an edge is left out. */
function faultsNow(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const CONTROLS = 'button, a[href], input, select, textarea, summary, [role="radio"], [role="checkbox"], [role="tab"]';
    const CLIPPED = /^(auto|scroll|hidden|clip)$/;
    const dialogs = [...document.querySelectorAll('[aria-modal="true"], dialog[open]')].filter(isShown);
    const root = dialogs.at(-1) ?? document.body;

    function isShown(element: Element): boolean {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    }
    function ancestors(element: Element): Element[] {
      const up: Element[] = [];
      for (let at: Element | null = element; at !== null && at !== root; at = at.parentElement) up.push(at);
      return up;
    }
    function isApart(element: Element): boolean {
      return ancestors(element).some((each) => {
        const { position, clipPath, overflowX } = getComputedStyle(each);
        const isTiny = each.getBoundingClientRect().width <= 1;
        // An open menu lies over the page as well.
        const isMenu = each.matches('[role="menu"], [role="listbox"]');
        return (
          isMenu || position === 'fixed' || position === 'sticky' || clipPath !== 'none' || (isTiny && CLIPPED.test(overflowX))
        );
      });
    }
    /** The part of a control that no frame around it has scrolled away; undefined where that is nothing. */
    function seenBox(element: Element): DOMRect | undefined {
      let { left, top, right, bottom } = element.getBoundingClientRect();
      for (const frame of ancestors(element).slice(1)) {
        const { overflowX, overflowY } = getComputedStyle(frame);
        const around = frame.getBoundingClientRect();
        if (CLIPPED.test(overflowX)) [left, right] = [Math.max(left, around.left), Math.min(right, around.right)];
        if (CLIPPED.test(overflowY)) [top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)];
      }
      return right - left > 1 && bottom - top > 1 ? new DOMRect(left, top, right - left, bottom - top) : undefined;
    }
    function blockOf(element: Element): Element {
      return ancestors(element).find((each) => !/^inline$|contents/.test(getComputedStyle(each).display)) ?? element;
    }
    function boxesOfText(node: Node): DOMRect[] {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    }
    /** Whether a word of a text leaves its box; a blank at the end of a line may. */
    function leaves(node: Node, { left, right }: DOMRect): boolean {
      const range = document.createRange();
      return [...(node.textContent ?? '').matchAll(/\S+/g)].some(({ 0: word, index }) => {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        return [...range.getClientRects()].some((box) => box.right > right + 2 || box.left < left - 2);
      });
    }
    /** A word of letters that stands on two lines: its box is narrower than the word. Names, numbers and addresses may be of any length, and scripts without blanks break anywhere. */
    function brokenWord(node: Node): string | undefined {
      const range = document.createRange();
      return [
        ...(node.textContent ?? '').matchAll(
          /(?<![\p{L}\d’'/@.{-])(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}])\p{L}{2,14}(?![\p{L}\d’'/@}-]|:\/|\.\p{L})/gu,
        ),
      ].find(({ 0: word, index }) => {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
      })?.[0];
    }
    const nameOf = (element: Element) => {
      const { textContent, tagName } = element;
      return `${tagName.toLowerCase()} “${textContent.trim().replaceAll(/\s+/g, ' ').slice(0, 40)}”`;
    };

    const faults: string[] = [];
    const texts: { readonly element: Element; readonly boxes: DOMRect[] }[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element === null || node.textContent?.trim() === '' || element.closest('svg, script, style, option, canvas')) continue;
      if (!isShown(element) || isApart(element)) continue;
      const boxes = boxesOfText(node);
      const block = blockOf(element);
      const around = block.getBoundingClientRect();
      const isClipped = ancestors(element).some((each) => CLIPPED.test(getComputedStyle(each).overflowX));
      if (!isClipped && boxes.some((box) => box.right > around.right || box.left < around.left) && leaves(node, around))
        faults.push(`wider than its box: ${nameOf(element)}`);
      const broken = boxes.length > 1 ? brokenWord(node) : undefined;
      if (broken !== undefined) faults.push(`broken inside “${broken}”: ${nameOf(element)}`);
      if (!isClipped) texts.push({ element: block, boxes });
    }
    const controls = [...root.querySelectorAll(CONTROLS)]
      .filter((element) => isShown(element) && !isApart(element))
      .map((element) => ({ element }));
    // Controls that a frame has scrolled away lie over nothing.
    const seen = controls.flatMap(({ element }) => {
      const box = seenBox(element);
      return box === undefined ? [] : [{ element, boxes: [box] }];
    });
    const meets = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 3 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 5;
    /** A button inside a field, as the one that shows a password. */
    const isInField = (one: Element, other: Element) =>
      one.tagName === 'INPUT' && one.parentElement?.parentElement?.contains(other) === true;
    const isNested = (one: Element, other: Element) =>
      isInField(one, other) ||
      one.contains(other) ||
      other.contains(one) ||
      (one.closest('label') ?? one).contains(other) ||
      one.closest('label')?.htmlFor === other.id;
    for (const all of [texts, seen])
      for (const [at, one] of all.entries())
        for (const other of all.slice(at + 1))
          if (
            !isNested(one.element, other.element) &&
            !isNested(other.element, one.element) &&
            one.boxes.some((box) => other.boxes.some((second) => meets(box, second)))
          )
            faults.push(`over each other: ${nameOf(one.element)} and ${nameOf(other.element)}`);
    for (const { element } of controls.filter((control) => !control.element.matches('input, select, textarea')))
      for (const part of [element, ...element.querySelectorAll('*')]) {
        const isCut = part.scrollHeight > part.clientHeight + 4 || part.scrollWidth > part.clientWidth + 2;
        if (isCut && part.clientHeight > 1 && /hidden|clip/.test(getComputedStyle(part).overflow))
          faults.push(`cut off: ${nameOf(element)}`);
      }
    for (const { element } of controls.filter((control) => control.element.matches('.mantine-Button-root'))) {
      const label = element.querySelector('.mantine-Button-label')?.getBoundingClientRect();
      const { top, bottom } = element.getBoundingClientRect();
      if (label !== undefined && Math.abs(top + bottom - label.top - label.bottom) > 6)
        faults.push(`not in the middle: ${nameOf(element)}`);
    }
    const beside = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (beside > 0) faults.push(`${beside} pixels beside the screen`);
    return [...new Set(faults)];
  });
}
