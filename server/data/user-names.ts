import { sql, type RawBuilder } from 'kysely';

/**
 * First and last name of the user of this id in the organisation of `row`; null without one. A look-up beside the joins: with three joins
 * of users more the database took twice as long to plan a list as to read it.
 */
export const nameOfUser = (row: 'c' | 'v', user: RawBuilder<string>) =>
  sql<string | null>`(select trim(n.first_name || ' ' || n.last_name) from users as n
    where n.organisation_id = ${sql.ref(`${row}.organisation_id`)} and n.id = ${user})`;
