import type { INTERPRETED_FOR, INTERPRETER_MODES } from './consent.ts';

/** How somebody interprets, inside a sentence. */
export const MODE_WORDS: Readonly<Record<(typeof INTERPRETER_MODES)[number], string>> = {
  IN_PERSON: 'in person',
  PHONE: 'by telephone',
  VIDEO: 'by video',
  BSL: 'British Sign Language',
};

/** For whom somebody interprets, inside a sentence. */
export const INTERPRETED_FOR_WORDS: Readonly<Record<(typeof INTERPRETED_FOR)[number], string>> = {
  PATIENT: 'the patient',
  PARENT: 'the parents',
  BOTH: 'the patient and the parents',
};
