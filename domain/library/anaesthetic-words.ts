/** The anaesthetics that can be planned, with the word and a plain explanation of each. */
export const ANAESTHETICS = [
  { value: 'GENERAL', label: 'General', hint: 'Asleep' },
  { value: 'REGIONAL', label: 'Regional', hint: 'A part of the body is numbed, e.g. spinal' },
  { value: 'LOCAL', label: 'Local', hint: 'The area is numbed' },
  { value: 'SEDATION', label: 'Sedation', hint: 'Drowsy' },
  { value: 'NONE', label: 'None', hint: undefined },
] as const;

/** `GENERAL` reads `General`. */
export const ANAESTHETIC_WORDS: ReadonlyMap<string, string> = new Map(ANAESTHETICS.map(({ value, label }) => [value, label]));
