type Changes<T> = { readonly [S in keyof T]?: T[S] extends string ? string : Partial<T[S]> };

/** Texts with other sentences in some of their sections. */
export function withChanges<T extends object>(texts: T, changes: Changes<T>): T {
  const changed = Object.entries(changes).map(([section, own]) => [
    section,
    typeof own === 'string' ? own : { ...(texts[section as keyof T] as object), ...(own as object) },
  ]);
  // The sections and sentences are the type's own: see `Changes`.
  return { ...texts, ...Object.fromEntries(changed) } as T;
}
