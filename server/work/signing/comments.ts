import type { SignerRole } from '#domain/forms/signer-roles.ts';
import type { ConsentRow } from '#server/data/consents/consents.ts';

/** The column of each role's comments. */
const COMMENTS = {
  PATIENT: 'patient_comments',
  CHILD: 'patient_comments',
  INTERPRETER: 'interpreter_comments',
  PARENT: 'parent_comments',
} as const satisfies Partial<Record<SignerRole, keyof ConsentRow>>;

type Column = (typeof COMMENTS)[keyof typeof COMMENTS];

/** The change of a version by a signer's comments, behind those of others with the role; empty without any. */
export function commentsOf(
  consent: Pick<ConsentRow, Column>,
  { role, comments = '' }: { role: SignerRole; comments?: string | undefined },
): Partial<Record<Column, string>> {
  const column = role in COMMENTS ? COMMENTS[role as keyof typeof COMMENTS] : undefined;
  if (column === undefined || comments === '') return {};
  const before = consent[column];
  const isThere = before === comments || before.endsWith(`\n${comments}`);
  return isThere ? {} : { [column]: before === '' ? comments : `${before}\n${comments}` };
}
