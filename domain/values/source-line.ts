type Sourced = { source: string | null; year: number | null; population?: string | null };

/** Source of a figure in one line, for staff and on paper: `National database, 2015, 180,114 eyes`; empty when nothing is known. */
export function sourceLine({ source, year, population }: Sourced): string {
  return [source, year, population].filter((part) => part !== null && part !== undefined && part !== '').join(', ');
}

/** The same as a signer reads it: `National database, 2015`. Who was counted, and how, is a professional's note. */
export function signerSourceLine({ source, year }: Sourced): string {
  return sourceLine({ source, year });
}
