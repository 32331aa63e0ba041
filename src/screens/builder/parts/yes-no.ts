/** The choices of a question of yes or no. */
export const YES_NO_CHOICES = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const;

/** The chosen one; null while nobody has answered. */
export function yesNo(answer: boolean | null | undefined): 'yes' | 'no' | null {
  if (answer == null) return null;
  return answer ? 'yes' : 'no';
}
