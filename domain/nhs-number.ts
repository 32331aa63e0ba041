/** `9990000018` as `999 000 0018`. */
export function spacedNhsNumber(digits: string): string {
  return `${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`;
}
