import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

/**
 * Citus spreads a table by one column over many machines: the organisation. Then that column is in every primary and unique key, and in
 * every foreign key to a table that is spread as well. A reference table is copied whole to every machine: anything may point to it, and
 * it points to other reference tables alone.
 */
const ORGANISATION = 'organisation_id';

/** Small tables that every machine holds: what all organisations share, and accounts, which are found before their organisation is known. */
const REFERENCE =
  'grades half_sign_ins known_places kysely_migration kysely_migration_lock one_time_codes organisations roles second_factors session_tokens sessions settings specialities throttles users'.split(
    ' ',
  );

/** Keys that do not keep the rule, each with its reason. A region that spreads its tables changes these first. */
const EXCEPTIONS: Record<string, string> = {
  'consents unique consents_verify_code_key (verify_code)':
    'a paper shows the code without its organisation; a spread table has it unique within the organisation, as it is random',
  'document_links key document_links_pkey (token_hash)': 'found by a secret of 32 random bytes alone',
  'link_tokens key link_tokens_pkey (token_hash)': 'found by a secret of 32 random bytes alone',
  'tickets key tickets_pkey (token_hash)': 'found by a secret of 32 random bytes alone',
  'entity_ops key entity_ops_pkey (owner, op_id)': 'the owner is a person or a place of one organisation, but does not name it',
  'idempotency without organisation': 'as entity_ops, whose first thirty days it is',
  'idempotency key idempotency_pkey (owner, op_id)': 'as entity_ops',
  'row_marks key row_marks_pkey (of_table, key)':
    'named after the row, whose own key begins with the organisation where it has one; a spread table has it first as well',
  'document_digests key document_digests_pkey (sha256)':
    'found by the digest of a file, whose hospital nobody knows who checks it',
  'seal_leaves without organisation': 'the certificates of the servers of an installation, which all its hospitals share',
  'seal_leaves key seal_leaves_pkey (sha256)': 'as above',
  'jobs key jobs_pkey (id)': 'one queue for all organisations; its ids are random',
  'callback_keys without organisation': 'digests of what services told, gone within a month',
  'callback_keys key callback_keys_pkey (hash)': 'as above',
  'deliveries unique deliveries_id (id)': 'an id of 74 random bits, by which a lane takes the message that is due longest',
  'message_settings unique message_settings_id_key (id)': 'found by the random id in the address of a callback',
  'page_asks without organisation': 'somebody who asks names none; a row is gone within a minute',
  'page_asks key page_asks_pkey (id)': 'as above',
  'organisation_logos key organisation_logos_pkey (id)': 'shown beside a signer’s page by its random id',
};

type Column = string;
type Key = { name: string; isPrimary: boolean; columns: Column[] };
type Reference = { name: string; to: string; columns: Column[]; toColumns: Column[] };
type Table = { name: string; hasOrganisation: boolean; keys: Key[]; references: Reference[] };

const app = useTestApp();

/** Every table with its keys, from PostgreSQL's own catalogue. */
async function tables(): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select t.relname as name,
      exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = ${ORGANISATION} and a.attnotnull) as "hasOrganisation",
      coalesce((select json_agg(json_build_object('name', i.indexrelid::regclass::text, 'isPrimary', i.indisprimary, 'columns',
          (select json_agg(coalesce(a.attname, 'expression') order by k.nth) from unnest(i.indkey::int2[]) with ordinality k (attnum, nth)
            left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum)) order by i.indexrelid::regclass::text)
        from pg_index i where i.indrelid = t.oid and i.indisunique), '[]') as keys,
      coalesce((select json_agg(json_build_object('name', c.conname, 'to', c.confrelid::regclass::text,
          'columns', (select json_agg(a.attname order by k.nth) from unnest(c.conkey) with ordinality k (attnum, nth)
            join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum),
          'toColumns', (select json_agg(a.attname order by k.nth) from unnest(c.confkey) with ordinality k (attnum, nth)
            join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.attnum)) order by c.conname)
        from pg_constraint c where c.conrelid = t.oid and c.contype = 'f'), '[]') as references
    from pg_class t where t.relkind in ('r', 'p') and t.relnamespace = 'public'::regnamespace order by t.relname`.execute(
    app.database.db,
  );
  return rows;
}

/** The parts of a table that keep it from being spread, or from being a reference table. */
function breaches({ name, hasOrganisation, keys, references }: Table): string[] {
  const isReference = REFERENCE.includes(name);
  const toSpread = references.filter(({ to }) => !REFERENCE.includes(to));
  if (isReference) return toSpread.map((each) => `${name} points to ${each.to}, which is spread`);
  const carries = ({ columns, toColumns }: Reference) =>
    columns.some((column, nth) => column === ORGANISATION && toColumns[nth] === ORGANISATION);
  return [
    ...(hasOrganisation ? [] : [`${name} without organisation`]),
    ...(keys.some(({ isPrimary }) => isPrimary) ? [] : [`${name} without a primary key`]),
    ...keys
      .filter(({ columns }) => !columns.includes(ORGANISATION))
      .map((key) => `${name} ${key.isPrimary ? 'key' : 'unique'} ${key.name} (${key.columns.join(', ')})`),
    ...toSpread.filter((each) => !carries(each)).map((each) => `${name} points to ${each.to} without its organisation`),
  ];
}

test('table by table, the organisation is in every key, or the exception is declared', async () => {
  const all = await tables();
  expect(all.length).toBeGreaterThan(40);
  const found = all.map((table) => ({ table, breaks: breaches(table) }));
  const lines = found.map(({ table, breaks }) => {
    const kind = REFERENCE.includes(table.name)
      ? 'reference table'
      : breaks.length === 0
        ? 'spread by organisation'
        : 'exception';
    return `${table.name}: ${kind}${breaks.map((each) => `\n    ${each}: ${EXCEPTIONS[each] ?? 'NOT DECLARED'}`).join('')}`;
  });
  process.stdout.write(`${lines.join('\n')}\n`);
  expect(found.flatMap(({ breaks }) => breaks).toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted());
  // A declared table that is gone, or has another name, is no reference table.
  const names = all.map(({ name }) => name);
  expect(REFERENCE.filter((name) => !names.includes(name))).toEqual([]);
});
