/** All steps of the builder. */
export const BUILDER_STEPS = [
  'procedure',
  'risks',
  'family',
  'child',
  'capacity',
  'authority',
  'people',
  'bestInterests',
  'secondOpinion',
  'matters',
  'interpreter',
  'review',
] as const;
export type BuilderStep = (typeof BUILDER_STEPS)[number];

export const PATIENT_DECIDES: readonly BuilderStep[] = ['procedure', 'risks', 'matters', 'interpreter', 'review'];
export const CHILD_DECIDES: readonly BuilderStep[] = ['procedure', 'risks', 'child', 'matters', 'interpreter', 'review'];
export const FAMILY_DECIDES: readonly BuilderStep[] = [
  'procedure',
  'risks',
  'family',
  'child',
  'matters',
  'interpreter',
  'review',
];
/** A young person of 16 or 17 who cannot decide needs the test of Form 4 first. */
export const YOUNG_PERSON: readonly BuilderStep[] = [
  'procedure',
  'risks',
  'capacity',
  'family',
  'child',
  'matters',
  'interpreter',
  'review',
];
export const BEST_INTERESTS: readonly BuilderStep[] = [
  'procedure',
  'risks',
  'capacity',
  'authority',
  'people',
  'bestInterests',
  'secondOpinion',
  'interpreter',
  'review',
];

/** Most steps of one form. */
export const STEPS_MOST = BEST_INTERESTS.length;
