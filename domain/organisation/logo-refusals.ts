import { formatCount } from '#domain/base/format-count.ts';
import { LOGO_BYTES_MOST, LOGO_HEIGHT_MOST, LOGO_WIDTH_MOST } from './organisation.ts';

/** Reasons why a logo is not taken, each with its sentence. */
export const LOGO_REFUSALS = {
  NOT_A_PNG: 'This is not a PNG picture. Save the logo as PNG.',
  TOO_LARGE: `The file is too large. A logo has at most ${LOGO_BYTES_MOST / 1024} kB.`,
  TOO_MANY_PIXELS: `The picture is too large. A logo is at most ${formatCount(LOGO_WIDTH_MOST)} pixels wide and ${LOGO_HEIGHT_MOST} high.`,
  DAMAGED: 'The picture is damaged or not complete. Save it again as PNG.',
} as const;

export type LogoRefusal = keyof typeof LOGO_REFUSALS;
