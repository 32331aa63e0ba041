import type { Locator, Page } from 'playwright';

/** The families of the fonts in which the browser draws the text of an element. */
export async function fontsOf(page: Page, element: Locator): Promise<readonly string[]> {
  await element.evaluate((drawn) => drawn.setAttribute('data-drawn', ''));
  const devtools = await page.context().newCDPSession(page);
  try {
    await devtools.send('DOM.enable');
    await devtools.send('CSS.enable');
    const { root } = await devtools.send('DOM.getDocument', { depth: 0 });
    const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: '[data-drawn]' });
    const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
    return fonts.map(({ familyName }) => familyName);
  } finally {
    await devtools.detach();
    await element.evaluate((drawn) => drawn.removeAttribute('data-drawn'));
  }
}
