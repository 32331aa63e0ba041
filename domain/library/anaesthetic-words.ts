/** The anaesthetics that can be planned, with the word and a plain explanation of each. */
export const ANAESTHETICS = [
  { value: 'GENERAL', label: 'General anaesthetic', hint: 'Asleep' },
  { value: 'REGIONAL', label: 'Regional anaesthetic', hint: 'A part of the body is numbed, e.g. spinal' },
  { value: 'LOCAL', label: 'Local anaesthetic', hint: 'The area is numbed' },
  { value: 'SEDATION', label: 'Sedation', hint: 'Drowsy' },
  { value: 'NONE', label: 'No anaesthetic', hint: undefined },
] as const;

/** `GENERAL` reads `General anaesthetic`. */
export const ANAESTHETIC_WORDS: ReadonlyMap<string, string> = new Map(ANAESTHETICS.map(({ value, label }) => [value, label]));
