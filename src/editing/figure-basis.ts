import type { Frequency } from '#domain/library/frequency.ts';

/** Where a figure is from. */
export const FIGURE_BASES = ['RATE', 'COUNT'] as const;
export type Basis = (typeof FIGURE_BASES)[number];

export const BASIS_LABEL = 'A count of people, or a published rate?';

/** The fault of a figure of which nobody said it. */
export const NO_BASIS = 'Say whether people were counted, or a rate was published';

export const BASIS_CHOICES = [
  { value: 'RATE', label: 'A published rate' },
  { value: 'COUNT', label: 'A count of people' },
] as const satisfies readonly { value: Basis; label: string }[];

/** The basis of a stored figure: nobody at all was always counted; null where there is no figure. */
export function basisOf(frequency: Frequency): Basis | null {
  if (frequency === null) return null;
  if (frequency.num === 0) return 'COUNT';
  return frequency.basis ?? 'RATE';
}

/** A figure with its basis, as it is stored: a rate, and nobody at all, without one. */
export function withBasis(figure: { num: number; den: number }, basis: Basis | null): NonNullable<Frequency> {
  return basis === 'COUNT' && figure.num !== 0 ? { ...figure, basis } : figure;
}

/** Whether somebody has to say where a figure is from: nobody at all is always a count. */
export function needsBasis({ num }: { num: number }): boolean {
  return num !== 0;
}
