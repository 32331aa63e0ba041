/** `1950-03-14` as `14 Mawrth 1950`: not every browser knows the months of every language. */
export function spelledDate(date: string, months: readonly string[]): string {
  const [year, month, day] = date.split('-');
  return `${Number(day)} ${months[Number(month) - 1]} ${year}`;
}
