import type { Capacity } from '#domain/capacity/capacity.ts';
import { familyOnForm } from '#domain/family/family.ts';
import { ageOn } from '#domain/values/plain-date.ts';
import type { EventTypeOf } from '#domain/cases/event-actors.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import type { PlannedRecipient } from '#domain/consents/recipients.ts';
import { isChild } from '#domain/forms/signer-roles.ts';
import type { DraftRowContent } from '#server/data/tables/rows.ts';
import { deciderOf, type FormType } from '#domain/forms/form-types.ts';
import { capturedDay } from '#server/work/cases/captured-moment.ts';
import { byStaff } from '#server/work/cases/event-by.ts';
import type { CaseEvent, OpenCase } from '#server/work/cases/open-case.ts';

type Part = { type: EventTypeOf<'staff'>; detail: NonNullable<TimelineEvent['detail']> };

/**
 * The events of what a family or a decision in somebody's best interests rests on, as a form is completed: staff recorded them. The no of
 * a child who is on the form is the child's.
 *
 * @param recipients - the signers whom the form is sent to
 */
export function partEvents(open: OpenCase, recipients: readonly PlannedRecipient[]): CaseEvent[] {
  const { content, form_type: formType } = open.consent;
  const age = ageOn(open.patient.date_of_birth, capturedDay(open));
  const child = recipients.find(({ role }) => isChild(role));
  const by = byStaff(open);
  const byChild = child && { signer: { ...child, signing_order: child.order } };
  return partsOf({ ...content, ...familyOnForm(content, { formType, age }) }, formType).map(({ type, detail }): CaseEvent =>
    type === 'CHILD_SAID_NO' && byChild !== undefined ? { type, by: byChild, detail } : { type, by, detail },
  );
}

function partsOf(content: DraftRowContent, formType: FormType): Part[] {
  const { basis, parents, disagreement, child, capacity } = content;
  const parts: Part[] = [];
  const decider = deciderOf(formType);
  if (decider === 'family') parts.push({ type: 'FAMILY_RECORDED', detail: { basis, adults: parents.length } });
  const gillick = child?.gillick ?? null;
  if (gillick !== null) parts.push({ type: 'GILLICK_ASSESSED', detail: { able: gillick.able, assessor: gillick.assessor } });
  if (decider === 'family' && child?.agreement === 'DISAGREES')
    parts.push({ type: 'CHILD_SAID_NO', detail: { note: child.note } });
  if (decider === 'family' && disagreement !== null)
    parts.push({ type: 'DISAGREEMENT_SETTLED', detail: { outcome: disagreement.outcome, note: disagreement.note } });
  return decider === 'clinician' && capacity !== null ? [...parts, ...capacityParts(capacity)] : parts;
}

function capacityParts({ test, people, secondOpinion }: Capacity): Part[] {
  const parts: Part[] = [
    { type: 'CAPACITY_ASSESSED', detail: { assessor: test.assessor, assessedAt: test.assessedAt } },
    { type: 'AUTHORITY_CHECKED', detail: {} },
  ];
  if (people.consulted.length > 0)
    parts.push({ type: 'CONSULTED', detail: { names: people.consulted.map(({ name }) => name).join(', ') } });
  if (people.imca !== null) parts.push({ type: 'IMCA_INSTRUCTED', detail: { name: people.imca.name } });
  if (secondOpinion.view !== null)
    parts.push({ type: 'SECOND_OPINION_GIVEN', detail: { name: secondOpinion.name, view: secondOpinion.view } });
  return parts;
}
