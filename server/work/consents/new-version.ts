import { notNow } from '#server/work/cases/not-now.ts';
import { isImported } from '#domain/consents/consent-origin.ts';
import { STARTER_CHOICES } from '#domain/consents/consent.ts';
import { choicesAfter } from '#domain/consents/offered-choices.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { reopenedCapacity } from '#domain/capacity/capacity.ts';
import { reopenedFamily } from '#domain/family/family.ts';
import { sectionsAtVersion, withSections } from '#domain/library/procedure-sections.ts';
import { insertDraft, lastVersionNumber } from '#server/data/consents/consents.ts';
import { proceduresOf } from '#server/data/library/library.ts';
import type { DraftRowContent } from '#server/data/tables/rows.ts';
import { Refused } from '#server/api-error.ts';
import { choicesOfDraft, offeringIn } from './library-choices.ts';
import { withSafetyOnForm } from './safety-of-form.ts';
import { moveVersion } from '#server/work/cases/followers.ts';
import { openVersionOf, recordEvent, type OpenCase } from '#server/work/cases/open-case.ts';
import { byStaff } from '#server/work/cases/event-by.ts';
import type { StaffActor } from '#server/http/actor.ts';

/**
 * Opens a new version of a case as a draft; the old one stays in force until the new one is signed.
 *
 * @param kind - `reopen` copies everything for correction, `reconsent` copies only the procedures
 * @throws Refused MOVE_REFUSED in any other state, PATIENT_TAKES_NONE for a deceased or merged patient
 */
export async function openNewVersion(
  open: OpenCase,
  actor: StaffActor,
  { kind, reason }: { kind: 'reopen' | 'reconsent'; reason: string },
): Promise<OpenCase> {
  const { db, record, consent, patient, now, deps } = open;
  if (!mayMove(consent.status, kind)) throw notNow(open);
  if (patient.status === 'DECEASED' || patient.status === 'MERGED') throw new Refused('PATIENT_TAKES_NONE');
  const last = await lastVersionNumber(db, record.organisation_id, record.id);
  const id = deps.newId();
  // Only the procedure of an imported form is known: the version starts as for consent again.
  const content = kind === 'reopen' && !isImported(consent) ? judgedAnew(consent.content) : await freshContent(open);
  await insertDraft(db, {
    organisation_id: record.organisation_id,
    id,
    case_id: record.id,
    previous_id: consent.id,
    version_number: last + 1,
    form_type: consent.form_type,
    content: await withSafetyOnForm(db, record.organisation_id, { content, formType: consent.form_type }, true),
    // The text of an imported form's procedure is unknown: there is nothing to compare with.
    old_procedures: isImported(consent) ? [] : consent.content.procedures,
    active_tab: 0,
    clinician_id: actor.userId,
    now,
  });
  await moveVersion(open, kind, {});
  const opened = await openVersionOf({ ...open, actor, now }, id);
  await recordEvent(opened, {
    type: kind === 'reopen' ? 'REOPENED' : 'RECONSENTED',
    by: byStaff(opened),
    detail: { reason, previous: consent.id },
  });
  return opened;
}

/** The content without the judgements of the earlier version: statement, assessments, and the outcome of a disagreement. */
function judgedAnew(content: DraftRowContent): DraftRowContent {
  // The family's part is taken from the content, and comes with all of it: the capacity is emptied last.
  return reopenedCapacity({ ...content, ...reopenedFamily(content), clinicianStatement: null });
}

/** The same procedures at the library's version in use, without the patient's words. */
async function freshContent({ db, record, consent }: OpenCase): Promise<DraftRowContent> {
  const { content } = consent;
  const rows = await proceduresOf(
    db,
    record.organisation_id,
    content.procedures.map(({ procedureID, libraryVersion }) => ({ id: procedureID, version: libraryVersion })),
  );
  const procedures = content.procedures.map((old) => {
    const row = rows.find(({ id, status }) => id === old.procedureID && status === 'ACTIVE');
    if (row === undefined) return old;
    const before = rows.find(({ id, version }) => id === old.procedureID && version === old.libraryVersion);
    const { benefits, risks, alternatives, procedureDescription, procedureName, sideRequired } = row.fields;
    const { sections, ...rest } = old;
    const fresh = {
      ...rest,
      libraryVersion: row.version,
      procedureName,
      procedureDescription,
      sideRequired,
      benefits,
      risks,
      alternatives,
      removedRisks: [],
    };
    return withSections(
      fresh,
      sectionsAtVersion(sections ?? [], { before: before?.fields.sections ?? [], now: row.fields.sections }),
    );
  });
  const additionalChoices = (isImported(consent) ? STARTER_CHOICES : content.additionalChoices).map((choice) => ({
    ...choice,
    answer: null,
  }));
  const offered = { come: procedures.map(offeringIn(rows)), gone: content.procedures.map(offeringIn(rows)), stay: [] };
  const choices = choicesAfter({ additionalChoices, choiceDetails: content.choiceDetails }, offered);
  const { choiceDetails: _, ...judged } = judgedAnew(content);
  return { ...judged, procedures, ...choicesOfDraft(choices) };
}
