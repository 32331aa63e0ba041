/** Added to the distance of letters each time that a font has come, px: too little to be seen. */
const NUDGE = 0.001;

/**
 * Text drawn anew once a font for names has come: Chromium keeps the boxes that it drew before, whatever the list of fonts, until
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
  document.fonts.addEventListener('loadingdone', redraw);
  return () => document.fonts.removeEventListener('loadingdone', redraw);
}
