import { searchableText } from '#domain/values/search-text.ts';
import { sql, type RawBuilder } from 'kysely';

/** The text that searches for a tablet run over, folded: its label on one line, its own name on the next. */
export function searchTextOfDevice({ label, name }: { label: string | null; name: string }): string {
  return `${lineOf(label ?? '')}\n${lineOf(name)}`;
}

/** That text with another label; the line of the name stays as it is in the row. */
export function searchTextWithLabel(label: string | null): RawBuilder<string> {
  return sql<string>`${lineOf(label ?? '')} || chr(10) || split_part(search, chr(10), 2)`;
}

/** That text with another name; the line of the label stays as it is in the row. */
export function searchTextWithName(name: string): RawBuilder<string> {
  return sql<string>`split_part(search, chr(10), 1) || chr(10) || ${lineOf(name)}`;
}

function lineOf(text: string): string {
  return searchableText([text]).replaceAll(/\s+/g, ' ');
}
