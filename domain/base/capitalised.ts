/** The first letter large (spec §3 Profile update payload), the rest as typed. */
export function capitalised(text: string): string {
  const [first = '', ...rest] = text;
  return first.toUpperCase() + rest.join('');
}
