/** The page of privacy with the catalogue's table in the place of the one that it has. */
export function withCatalogue(page: string, catalogue: typeof import('../domain/integrity/data-catalogue.ts')): string;
