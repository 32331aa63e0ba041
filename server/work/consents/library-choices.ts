import { BLOOD_CHOICE, detailsOfChoices, type ChoicesOfForm } from '#domain/consents/choice-details.ts';
import { CHOICES_MOST, type ConsentProcedure } from '#domain/consents/consent.ts';
import { choicesAfter, choicesAfterTemplate } from '#domain/consents/offered-choices.ts';
import type { Offering } from '#domain/consents/safety-choices.ts';
import { Refused } from '#server/api-error.ts';
import type { Db } from '#server/data/db.ts';
import { proceduresOf, type ProcedureRow, type TemplateRow } from '#server/data/library/library.ts';
import { lastTemplate } from '#server/data/library/template-versions.ts';
import type { DraftRowContent } from '#server/data/tables/rows.ts';

type Template = Pick<TemplateRow, 'id' | 'choices'>;

type Change = {
  readonly before: Pick<DraftRowContent, 'procedures' | 'templateID' | 'additionalChoices' | 'choiceDetails'>;
  readonly procedures: readonly ConsentProcedure[];
  /** the library's texts of the procedures that a call names */
  readonly rows: readonly ProcedureRow[];
  /** the one that a call names */
  readonly template: Template | undefined;
};

/** The choices of a form whose procedures or template change: by the library at the versions that the form names, and the last template. */
export async function choicesOfLibrary(db: Db, organisationId: string, change: Change): Promise<ChoicesOfForm> {
  const form = await choicesOfProcedures(db, organisationId, change);
  const { before, template } = change;
  if (template === undefined || template.id === before.templateID) return form;
  const gone =
    before.templateID === null || isPlain(before) ? undefined : await lastTemplate(db, { organisationId, id: before.templateID });
  const offered = (of: Template | undefined): Offering => (of?.choices == null ? undefined : { choices: of.choices });
  return choicesAfterTemplate(form, { come: [offered(template)], gone: [offered(gone)], stay: [] });
}

async function choicesOfProcedures(db: Db, organisationId: string, { before, procedures, rows }: Change): Promise<ChoicesOfForm> {
  const come = procedures.filter((each) => !isAmong(each, before.procedures));
  const gone = before.procedures.filter((each) => !isAmong(each, procedures));
  if (come.length === 0 && gone.length === 0) return before;
  const named = gone.map(({ procedureID, libraryVersion }) => ({ id: procedureID, version: libraryVersion }));
  const offered = offeringIn([...rows, ...(isPlain(before) ? [] : await proceduresOf(db, organisationId, named))]);
  const stay = procedures.filter((each) => isAmong(each, before.procedures));
  return choicesAfter(before, { come: come.map(offered), gone: gone.map(offered), stay: stay.map(offered) });
}

/** Whether nothing of the library stands on the form, and nothing is left out by it: what leaves the form takes nothing away. */
function isPlain({ additionalChoices, choiceDetails }: ChoicesOfForm): boolean {
  return choiceDetails == null && additionalChoices.some(({ id }) => id === BLOOD_CHOICE);
}

/** The choices that a procedure of a form asks, at its version. */
export function offeringIn(rows: readonly ProcedureRow[]): (procedure: ConsentProcedure) => Offering {
  return ({ procedureID, libraryVersion }) =>
    rows.find(({ id, version }) => id === procedureID && version === libraryVersion)?.fields;
}

export type ChoicesOfDraft = Pick<DraftRowContent, 'additionalChoices' | 'choiceDetails'>;

/**
 * The choices of a form as its draft stores them: without details of others, and without the member where there are none.
 *
 * @throws Refused INVALID where procedures and template together ask more choices than a form holds
 */
export function choicesOfDraft(form: ChoicesOfForm): ChoicesOfDraft {
  if (form.additionalChoices.length > CHOICES_MOST)
    throw new Refused('INVALID', {
      fields: [
        {
          path: 'additionalChoices',
          message: `A form has at most ${CHOICES_MOST} choices, and these procedures ask ${form.additionalChoices.length}: leave some out`,
        },
      ],
    });
  return storedChoices(form);
}

/** As {@link choicesOfDraft}, however many there are. */
export function storedChoices(form: ChoicesOfForm): ChoicesOfDraft {
  const choiceDetails = detailsOfChoices(form);
  const additionalChoices = [...form.additionalChoices];
  return choiceDetails === undefined ? { additionalChoices } : { additionalChoices, choiceDetails };
}

function isAmong({ procedureID }: ConsentProcedure, procedures: readonly ConsentProcedure[]): boolean {
  return procedures.some((each) => each.procedureID === procedureID);
}
