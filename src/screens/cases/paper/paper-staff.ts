import { hasInk } from '#domain/values/ink.ts';
import type { InputOf } from '#contract/engine/define.ts';
import type { paper } from '#contract/paper.ts';

/** Stands for the account of somebody who has none here. */
export const ON_PAPER_ALONE = 'PAPER';

/** The person who signed at a place of staff. @property account - an id, or {@link ON_PAPER_ALONE}; empty until it is said */
export type PaperStaff = {
  readonly account: string;
  readonly name: string;
  readonly grade: string;
  readonly registrationNumber: string;
};

export const NOBODY_SAID: PaperStaff = { account: '', name: '', grade: '', registrationNumber: '' };

type Listed = InputOf<(typeof paper)['recordConfirmScan']>['signers'][number];

/**
 * The member of staff as the call names them: what is not on the paper is left out.
 *
 * @param formName - where the paper has no other name
 */
export function staffFields(
  { account, ...written }: PaperStaff,
  formName: string,
): Pick<Listed, 'userID' | 'name' | 'grade' | 'registrationNumber'> {
  if (account === '') return {};
  if (account !== ON_PAPER_ALONE) return { userID: account };
  const fields = Object.entries({ ...written, name: hasInk(written.name) ? written.name : formName });
  return Object.fromEntries(fields.filter(([, value]) => hasInk(value)));
}
