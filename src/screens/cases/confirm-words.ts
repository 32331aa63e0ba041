import type { ConfirmAnswers } from '#domain/confirm-answers.ts';

/** What is asked on the day, in this order. */
export const CONFIRM_QUESTIONS = [
  { key: 'sideRight', label: 'Are the operation and the side right?' },
  { key: 'somethingNew', label: 'Is anything new, like an illness or a medicine?' },
  { key: 'questions', label: 'Are there any questions?' },
  { key: 'stillWanted', label: 'Is the answer still yes?' },
] as const satisfies readonly { key: keyof ConfirmAnswers; label: string }[];
