/** The choices of a question of yes or no. */
export const YES_OR_NO = [
  { value: 'YES', label: 'Yes' },
  { value: 'NO', label: 'No' },
] as const;
