/** Every character that a pattern of one character matches, in the order of Unicode. */
export function charactersOf(pattern: RegExp): string[] {
  const found: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    // A lone surrogate is no character.
    if (code === 0xd800) code = 0xe000;
    const character = String.fromCodePoint(code);
    if (pattern.test(character)) found.push(character);
  }
  return found;
}
