import type { JoinedPart } from '#domain/forms/invited-roles.ts';

/** The act by which one more person is asked to sign a form that is out. */
export const ASK_ONE_MORE = 'Ask one more person to sign';

/** Each part of a form that somebody may join, as staff choose it. */
export const PART_WORDS: Readonly<Record<JoinedPart, { readonly label: string; readonly hint: string }>> = {
  parent: { label: 'Another adult', hint: 'Decides for the child, and signs.' },
  interpreter: { label: 'An interpreter', hint: 'Signs that the talk was interpreted.' },
  consulted: { label: 'Somebody who was asked', hint: 'Signs what the patient would want, not consent.' },
  secondOpinion: { label: 'A second opinion', hint: 'Another clinician, under their own account or on this tablet.' },
};

/** The ways in which somebody is reached. */
export const CHANNEL_CHOICES = [
  { value: 'EMAIL', label: 'A link by email', hint: 'To an address that you enter here.' },
  { value: 'QR', label: 'A code for their phone', hint: 'They are here. It is shown on this screen.' },
] as const;
