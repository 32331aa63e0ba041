import { ROLE_RULES, type CommentsOf, type SignerRole } from '#domain/forms/signer-roles.ts';
import type { ConsentRow } from '#server/data/consents/consents.ts';

/** The column of the comments that stand apart. */
const COLUMNS = {
  patient: 'patient_comments',
  parents: 'parent_comments',
  interpreter: 'interpreter_comments',
} as const satisfies Readonly<Record<CommentsOf, keyof ConsentRow>>;

type Column = (typeof COLUMNS)[CommentsOf];

/** The change of a version by a signer's comments, behind those of others with the role; empty without any. */
export function commentsOf(
  consent: Pick<ConsentRow, Column>,
  { role, comments = '' }: { role: SignerRole; comments?: string | undefined },
): Partial<Record<Column, string>> {
  const whose = ROLE_RULES[role].comments;
  if (whose === null || comments === '') return {};
  const column = COLUMNS[whose];
  const before = consent[column];
  const isThere = before === comments || before.endsWith(`\n${comments}`);
  return isThere ? {} : { [column]: before === '' ? comments : `${before}\n${comments}` };
}
