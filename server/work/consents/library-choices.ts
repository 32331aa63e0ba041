import { detailsOfChoices, type ChoicesOfForm } from '#domain/consents/choice-details.ts';
import type { ConsentProcedure } from '#domain/consents/consent.ts';
import { choicesAfter, type Offering } from '#domain/consents/offered-choices.ts';
import type { Db } from '#server/data/db.ts';
import { proceduresOf, type ProcedureRow } from '#server/data/library/library.ts';
import type { DraftRowContent } from '#server/data/tables/rows.ts';

type Change = {
  readonly before: Pick<DraftRowContent, 'procedures' | 'additionalChoices' | 'choiceDetails'>;
  readonly procedures: readonly ConsentProcedure[];
};

/** The choices of a form whose procedures change, by the library at the versions that the form names. */
export async function choicesOfProcedures(
  db: Db,
  organisationId: string,
  { before, procedures }: Change,
): Promise<ChoicesOfForm> {
  const come = procedures.filter((each) => !isAmong(each, before.procedures));
  const gone = before.procedures.filter((each) => !isAmong(each, procedures));
  if (come.length === 0 && gone.length === 0) return before;
  const stay = procedures.filter((each) => isAmong(each, before.procedures));
  const named = [...come, ...gone, ...stay].map(({ procedureID, libraryVersion }) => ({
    id: procedureID,
    version: libraryVersion,
  }));
  const rows = await proceduresOf(db, organisationId, named);
  const ofRows = offeringIn(rows);
  return choicesAfter(before, { come: come.map(ofRows), gone: gone.map(ofRows), stay: stay.map(ofRows) });
}

/** The choices that a procedure of a form asks, at its version. */
export function offeringIn(rows: readonly ProcedureRow[]): (procedure: ConsentProcedure) => Offering {
  return ({ procedureID, libraryVersion }) =>
    rows.find(({ id, version }) => id === procedureID && version === libraryVersion)?.fields;
}

export type ChoicesOfDraft = Pick<DraftRowContent, 'additionalChoices' | 'choiceDetails'>;

/** The choices of a form as its draft stores them: without details of others, and without the member where there are none. */
export function choicesOfDraft(form: ChoicesOfForm): ChoicesOfDraft {
  const choiceDetails = detailsOfChoices(form);
  const additionalChoices = [...form.additionalChoices];
  return choiceDetails === undefined ? { additionalChoices } : { additionalChoices, choiceDetails };
}

function isAmong({ procedureID }: ConsentProcedure, procedures: readonly ConsentProcedure[]): boolean {
  return procedures.some((each) => each.procedureID === procedureID);
}
