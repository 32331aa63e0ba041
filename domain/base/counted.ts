/** A number with its noun: `1 line`, `2 lines`. @param several - the noun for none and for many, where it takes more than an s */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
