import { withoutInvisibles } from '#domain/values/invisibles.ts';
import { namesAfter } from '#server/data/accounts/people.ts';
import type { PatientRow } from '#server/data/patients/patients.ts';
import type { Deps } from '#server/deps.ts';

/** A row of before, `patient <id>` or `user <id>`, whose name or number holds letters that show nothing. Nobody altered it. */
export type UnseenLetters = { readonly organisationId: string; readonly subject: string };

/** Whether a text of a name or a number holds letters that show nothing, as builds of before took them. */
const holdsUnseen = (text: string | null) => text !== null && withoutInvisibles(text) !== text;

/** Whether the names or the hospital number of a patient hold such letters. */
export function isNamedUnseen({ first_name, last_name, name_in_latin, hospital_number, status }: PatientRow): boolean {
  // A merged record is changed no more, and found no more.
  return status !== 'MERGED' && [first_name, last_name, name_in_latin, hospital_number].some(holdsUnseen);
}

/** Users whose names hold such letters, read a page at a time. */
export async function usersNamedUnseen(
  { database: { db } }: Pick<Deps, 'database'>,
  isStopped: () => boolean,
): Promise<UnseenLetters[]> {
  const found: UnseenLetters[] = [];
  let after: Awaited<ReturnType<typeof namesAfter>>[number] | undefined;
  while (!isStopped()) {
    const page = await namesAfter(db, after);
    for (const { organisation_id: organisationId, id, first_name, last_name } of page)
      if ([first_name, last_name].some(holdsUnseen)) found.push({ organisationId, subject: `user ${id}` });
    after = page.at(-1);
    if (after === undefined) break;
  }
  return found;
}
