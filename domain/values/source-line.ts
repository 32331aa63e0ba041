type Sourced = { source: string | null; year: number | null; population?: string | null };

/** Source of a figure in one line, on page and paper alike: `National database, 2015, 180,114 eyes`; empty when nothing is known. */
export function sourceLine({ source, year, population }: Sourced): string {
  return [source, year, population].filter((part) => part !== null && part !== undefined && part !== '').join(', ');
}
