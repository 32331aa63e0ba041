import { LIGHT_NAMES, type Light } from '#domain/theatre/theatre-light.ts';
import type { Tone } from '#src/ui/theme/tone.ts';

/** A traffic light in a word and in a tone: nobody needs the colour to read it. */
export const LIGHT_WORDS: Readonly<Record<Light['light'], { readonly tone: Tone; readonly words: string }>> = {
  RED: { tone: 'stop', words: LIGHT_NAMES.RED },
  AMBER: { tone: 'warn', words: LIGHT_NAMES.AMBER },
  GREEN: { tone: 'ok', words: LIGHT_NAMES.GREEN },
};
