/** The change of one field, for a form that takes changes as parts of its values. */
export function fieldChange<T, K extends keyof T>(field: K, value: T[K]): Partial<T> {
  // A computed key would widen to any string.
  const part: Partial<T> = {};
  part[field] = value;
  return part;
}
