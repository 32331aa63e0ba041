import type { BrowserContext, Locator } from 'playwright';

/** The acts of a person: `taps` are touches of the screen, each stroke of a signature among them; `characters` are typed. */
export type Effort = { readonly taps: number; readonly characters: number };

/**
 * Counts a person's acts in every page of this profile from now on, by the browser's own events: input filled in by a script does
 * not count, so that the caller has to tap and to type.
 *
 * @returns the count so far
 */
export async function countEffort(context: BrowserContext): Promise<() => Effort> {
  let [taps, characters] = [0, 0];
  const name = `countEffort${Date.now()}`;
  await context.exposeFunction(name, (kind: 'tap' | 'character') => {
    if (kind === 'tap') taps += 1;
    else characters += 1;
  });
  const listen = (counter: string) => {
    // The function that was just exposed under this name.
    const count = (kind: string) => (globalThis as unknown as Record<string, (kind: string) => void>)[counter]?.(kind);
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && count('tap'), true);
    addEventListener('keydown', ({ isTrusted, key }) => isTrusted && key.length === 1 && count('character'), true);
  };
  await context.addInitScript(listen, name);
  for (const page of context.pages()) await page.evaluate(listen, name);
  return () => ({ taps, characters });
}

/** Taps on a field and types into it, as a person does. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.page().keyboard.type(text);
}
