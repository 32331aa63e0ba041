import type { Child, GillickAssessment } from '#domain/family/child.ts';
import type { Draft } from '../draft/draft.ts';

const NO_PART: Child = {
  agreement: 'NOT_ASKED',
  note: '',
  signs: false,
  gillick: null,
  tellParents: 'NOT_ASKED',
  encouraged: null,
};

/** The assessor and the time (ISO), prefilled when an assessment begins. */
export type AssessmentStart = { readonly assessor: string; readonly assessedAt: string };

/**
 * Changes the child's part. A child who says no is not asked to sign, and encouragement to tell a parent is asked only of a child who
 * does not want them to know.
 */
export function changeChild(draft: Draft, change: Partial<Child>): Draft {
  const child = { ...NO_PART, ...draft.child, ...change };
  const { agreement, signs, tellParents, encouraged } = child;
  return {
    ...draft,
    child: {
      ...child,
      signs: agreement === 'DISAGREES' ? false : signs,
      encouraged: tellParents === 'NO' ? encouraged : null,
    },
  };
}

type GillickChange = Partial<Omit<GillickAssessment, 'points'>> & { readonly points?: Partial<GillickAssessment['points']> };

/** Changes the assessment; the first change begins it. */
export function changeGillick(draft: Draft, change: GillickChange, start: AssessmentStart): Draft {
  // The second assessment is of the first one as it was.
  const { second: _, ...before }: GillickAssessment = draft.child?.gillick ?? {
    able: null,
    reason: '',
    ...start,
    points: { treatment: null, risks: null, alternatives: null, weighs: null, free: null },
  };
  return changeChild(draft, { gillick: { ...before, ...change, points: { ...before.points, ...change.points } } });
}
