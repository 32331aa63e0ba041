import type { Procedure } from '#domain/library/procedure.ts';
import type { StoredSection } from '#domain/library/stored-section.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import { referredSide, type ReferredProcedure } from '#domain/referrals/referred-procedure.ts';
import { addProcedure, changeProcedure, whyNotAdded } from './procedure-edits.ts';
import type { Draft } from '../draft/draft.ts';

type DraftContext = {
  /** the procedures in use */
  readonly library: readonly Procedure[];
  /** those of the patient's age */
  readonly forms: readonly FormType[];
  /** own sections of this person for a procedure */
  readonly own: (procedureID: string) => readonly StoredSection[];
};

/** A new draft with what a referral names, as if somebody had picked it: what is out of use, or not for the form, is left out. */
export function withReferred(start: Draft, named: readonly ReferredProcedure[], { library, forms, own }: DraftContext): Draft {
  const entries = new Map(library.map((each) => [each.procedureID, each]));
  return named.reduce((draft, each) => {
    const entry = library.find(({ procedureID }) => procedureID === each.procedureID);
    if (entry === undefined || whyNotAdded(draft, entry, forms) !== null) return draft;
    const added = addProcedure(draft, entry, { forms, own: own(each.procedureID), entries });
    return changeProcedure(added, added.procedures.length - 1, { side: referredSide(each, entry) });
  }, start);
}
