import type { CaseRow } from '#server/data/cases/cases.ts';
import type { ConsentRow } from '#server/data/consents/consents.ts';

/** The clinician who operates on a version of this case: the one who signed it, unless another one was named since. */
export function operatorOf(
  { operator_id }: Pick<CaseRow, 'operator_id'>,
  { clinician_id }: Pick<ConsentRow, 'clinician_id'>,
): string {
  return operator_id ?? clinician_id;
}
