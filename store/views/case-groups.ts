/** Groups versions by their case, in their order. */
export function groupCases<T>(versions: readonly T[], caseOf: (version: T) => string): Map<string, [T, ...T[]]> {
  const cases = new Map<string, [T, ...T[]]>();
  for (const version of versions) {
    const id = caseOf(version);
    const others = cases.get(id);
    if (others === undefined) cases.set(id, [version]);
    else others.push(version);
  }
  return cases;
}
