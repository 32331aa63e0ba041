import type { Appointment } from '#domain/capacity/capacity-authority.ts';
import type { BestInterests } from '#domain/capacity/capacity-best-interests.ts';
import type { Advocate, ConsultedPerson } from '#domain/capacity/capacity-people.ts';
import type { Ability, CapacityTest } from '#domain/capacity/capacity-test.ts';
import { EMPTY_CAPACITY, type Capacity } from '#domain/capacity/capacity.ts';
import type { CourtOrder } from '#domain/family/court-order.ts';
import type { Draft } from '../draft/draft.ts';

/** The assessor and the time, prefilled with the first answer of an assessment. */
export type Assessing = { readonly name: string; readonly now: string };

/** The part of a draft, empty before the first answer. */
export function capacityOf({ capacity }: Pick<Draft, 'capacity'>): Capacity {
  return capacity ?? EMPTY_CAPACITY;
}

/** Changes fields of one of the five parts. */
export function changePart<Part extends keyof Capacity>(draft: Draft, part: Part, fields: Partial<Capacity[Part]>): Draft {
  const capacity = capacityOf(draft);
  return { ...draft, capacity: { ...capacity, [part]: { ...capacity[part], ...fields } } };
}

/** Changes the test. The first answer brings the assessor and the time; without a chance to be able again nothing asks about waiting. */
export function changeTest(draft: Draft, fields: Partial<CapacityTest>, { name, now }: Assessing): Draft {
  const { test } = capacityOf(draft);
  const isFirst = test.assessor === '' && test.assessedAt === null;
  const assessing = isFirst ? { assessor: name, assessedAt: now } : {};
  const cleared = fields.mayRegain === 'NO' ? { canWait: null, waitReason: '' } : {};
  return changePart(draft, 'test', { ...assessing, ...fields, ...cleared });
}

/** Changes the answer about one ability. */
export function changeAbility(
  draft: Draft,
  { ability, ...fields }: { ability: Ability } & Partial<CapacityTest[Ability]>,
  by: Assessing,
): Draft {
  return changeTest(draft, { [ability]: { ...capacityOf(draft).test[ability], ...fields } }, by);
}

/** Changes the answers about an attorney or deputy; one who was not found has no other answers. */
export function changeAppointment(draft: Draft, field: 'lpa' | 'deputy', fields: Partial<Appointment>): Draft {
  const before = fields.found === false ? EMPTY_CAPACITY.authority[field] : capacityOf(draft).authority[field];
  return changePart(draft, 'authority', { [field]: { ...before, ...fields } });
}

/** Changes the answers about an advance decision; one that was not found has no other answers. */
export function changeAdvance(draft: Draft, fields: Partial<Capacity['authority']['advance']>): Draft {
  const before = fields.found === false ? EMPTY_CAPACITY.authority.advance : capacityOf(draft).authority.advance;
  return changePart(draft, 'authority', { advance: { ...before, ...fields } });
}

const NO_ORDER: CourtOrder = { court: '', number: '', date: null, decision: null };

/** Changes the court's order, which exists from its first field on. */
export function changeCourtOrder(draft: Draft, fields: Partial<CourtOrder>): Draft {
  return changePart(draft, 'authority', {
    courtOrder: { ...(capacityOf(draft).authority.courtOrder ?? NO_ORDER), ...fields },
  });
}

const NOBODY: ConsultedPerson = {
  name: '',
  relation: '',
  paid: null,
  how: null,
  at: null,
  view: '',
  against: null,
  signs: false,
};

/** Adds somebody who was asked: just now, until the clinician says otherwise. */
export function addPerson(draft: Draft, now: string): Draft {
  const { consulted } = capacityOf(draft).people;
  return changePart(draft, 'people', { consulted: [...consulted, { ...NOBODY, at: now }] });
}

/** Changes the answers about a person who was asked. */
export function changePerson(draft: Draft, index: number, fields: Partial<ConsultedPerson>): Draft {
  const { consulted } = capacityOf(draft).people;
  return changePart(draft, 'people', { consulted: changedAt(consulted, index, fields) });
}

/** Removes somebody who was asked. */
export function removePerson(draft: Draft, index: number): Draft {
  const { consulted } = capacityOf(draft).people;
  return changePart(draft, 'people', { consulted: consulted.filter((_, at) => at !== index) });
}

const NO_ADVOCATE: Advocate = { name: '', organisation: '', at: null, view: '' };

/** Changes the answers about the advocate, who exists from the first field on. */
export function changeAdvocate(draft: Draft, fields: Partial<Advocate>): Draft {
  return changePart(draft, 'people', { imca: { ...(capacityOf(draft).people.imca ?? NO_ADVOCATE), ...fields } });
}

/** Adds an option to weigh. @param text - its name, where it is known */
export function addOption(draft: Draft, text = ''): Draft {
  const { options } = capacityOf(draft).bestInterests;
  return changePart(draft, 'bestInterests', { options: [...options, { text, why: '' }] });
}

/** Changes an option. */
export function changeOption(draft: Draft, index: number, fields: Partial<BestInterests['options'][number]>): Draft {
  const { options } = capacityOf(draft).bestInterests;
  return changePart(draft, 'bestInterests', { options: changedAt(options, index, fields) });
}

/** Removes an option. */
export function removeOption(draft: Draft, index: number): Draft {
  const { options } = capacityOf(draft).bestInterests;
  return changePart(draft, 'bestInterests', { options: options.filter((_, at) => at !== index) });
}

/** Changes the plan about restraint. Without restraint its reason is emptied; without a deprivation of liberty, its authority. */
export function changeRestraint(draft: Draft, fields: Partial<BestInterests['restraint']>): Draft {
  const { restraint } = capacityOf(draft).bestInterests;
  const changed = { ...restraint, ...fields };
  const deprives = changed.planned === false ? null : changed.deprives;
  const why = changed.planned === false ? '' : changed.why;
  const authority = deprives === true ? changed.authority : '';
  return changePart(draft, 'bestInterests', { restraint: { ...changed, why, deprives, authority } });
}

/** Changes the second opinion; its view brings the time, until the clinician says otherwise. */
export function changeSecondOpinion(draft: Draft, fields: Partial<Capacity['secondOpinion']>, now: string): Draft {
  const { at } = capacityOf(draft).secondOpinion;
  const timed = fields.view != null && at === null ? { at: now } : {};
  return changePart(draft, 'secondOpinion', { ...timed, ...fields });
}

function changedAt<Item>(items: readonly Item[], index: number, fields: Partial<Item>): Item[] {
  return items.map((item, at) => (at === index ? { ...item, ...fields } : item));
}
