import { searchableText } from '#domain/values/search-text.ts';
import type { UserRow } from '#server/data/tables/rows.ts';

/** The text that searches for a person run over, folded: the names on one line, the address on the next. */
export function searchTextOfUser({ first_name, last_name, email }: Pick<UserRow, 'first_name' | 'last_name' | 'email'>): string {
  return `${searchableText([last_name, first_name])}\n${searchableText([email])}`;
}
