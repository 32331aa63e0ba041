/** The code points of a font as text: start and end of each range in order, each as its distance from the number before, base 36. */
export function coverageOf(font: Buffer): string;
