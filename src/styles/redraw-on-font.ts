/** Added to the distance of letters each time that a font has come, px: too little to be seen. */
const NUDGE = 0.001;

/**
 * Loads the fonts for names, behind all that the page shows first, and draws text anew once one of them has come: Chromium keeps the boxes that it drew before, whatever the list of fonts, until
 * letters stand elsewhere.
 *
 * @returns the end of it
 */
export function redrawOnFont(): () => void {
  let count = 0;
  const redraw = () => {
    count += 1;
    document.documentElement.style.letterSpacing = `${count * NUDGE}px`;
  };
  // Without them the device's own letters stay.
  void import('./fonts.css').catch(() => undefined);
  document.fonts.addEventListener('loadingdone', redraw);
  return () => document.fonts.removeEventListener('loadingdone', redraw);
}
