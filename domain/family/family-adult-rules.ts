import { hasInk } from '#domain/values/ink.ts';
import { courtOrderFaults, orderDateFaults } from './court-order.ts';
import { inFamily, ofAdults, ofSigningAdults, type FamilyAround, type FamilyMissing } from './family-form.ts';
import type { Disagreement, DisagreementDraft, Family } from './family.ts';
import { needsDetail, needsOrder, type Parent } from './parent.ts';

type Found = Omit<FamilyMissing, 'rule'>[];

/** C3: somebody has to decide. */
export function deciderMissing(form: Family): Found {
  if (form.basis === null) return [inFamily('basis', 'Choose who decides')];
  if (form.basis !== 'PARENT' || form.parents.some(({ signs }) => signs)) return [];
  return [inFamily('parents', 'Choose at least one adult who signs')];
}

/** C4: an adult who signs has responsibility, with its proof. */
export function responsibilityMissing(form: Family, { today }: FamilyAround): Found {
  const unnamed = ofAdults(form, (parent, path) =>
    !hasInk(parent.name) ? [inFamily(`${path}.name`, 'Enter the name of this adult')] : [],
  );
  return [...unnamed, ...ofSigningAdults(form, (parent, path, name) => proofMissing(parent, { path, name, today }))];
}

function proofMissing(parent: Parent, { path, name, today }: { path: string; name: string; today: string }): Found {
  const found: Found = [];
  const add = (field: string, message: string) => found.push(inFamily(`${path}.${field}`, message));
  if (parent.responsibility === null) add('responsibility', `Choose why ${name} may decide for the child`);
  if (needsDetail(parent.responsibility) && !hasInk(parent.detail)) add('detail', detailWanted(parent));
  if (needsOrder(parent.responsibility)) found.push(...orderMissing(parent.order, path, today));
  if (parent.answer !== 'NOT_ASKED') add('answer', `${name} signs: take away the reported answer, the signature is the answer`);
  if (parent.answeredHow !== null) add('answeredHow', `${name} signs: take away how the answer was reported`);
  if (parent.under16 && !hasInk(parent.note)) add('note', `${name} is under 16: write how ${name} was judged able to decide`);
  return found;
}

function detailWanted({ responsibility }: Parent): string {
  if (responsibility === 'LOCAL_AUTHORITY') return 'Enter the authority and its officer';
  if (responsibility === 'DELEGATED') return 'Enter who handed the decision over, for what, and the date of the paper';
  return 'Describe why this adult may decide';
}

function orderMissing(order: Parent['order'], path: string, today: string): Found {
  if (order === null) return [inFamily(`${path}.order`, 'Enter the order or the will')];
  const found: Found = [];
  if (order.kind === null) found.push(inFamily(`${path}.order.kind`, 'Choose the kind of order'));
  if (order.kind !== 'WILL' && !hasInk(order.court))
    found.push(inFamily(`${path}.order.court`, 'Enter the court that made the order'));
  if (order.kind !== 'WILL' && !hasInk(order.number))
    found.push(inFamily(`${path}.order.number`, 'Enter the number of the order'));
  const dates = orderDateFaults(order.date, today, `${path}.order.date`);
  return [...found, ...dates.map((fault) => inFamily(fault.path, fault.message))];
}

/** C5: a decision that was handed over is for small things [choice]. */
export function delegationMissing(form: Family, { anaesthetics }: FamilyAround): Found {
  if (!anaesthetics.includes('GENERAL') && !anaesthetics.includes('SEDATION')) return [];
  return ofSigningAdults(form, ({ responsibility }, path) =>
    responsibility === 'DELEGATED'
      ? [
          inFamily(
            `${path}.responsibility`,
            'A delegated decision is not enough for a general anaesthetic or sedation: ask somebody with parental responsibility',
          ),
        ]
      : [],
  );
}

/** C6: whether the child is looked after is known; a local authority with an order takes part. Adults never block a child who decides (C15). */
export function lookedAfterMissing({ lookedAfter, basis, parents }: Family): Found {
  if (lookedAfter === null) return [inFamily('lookedAfter', 'Say whether the child is looked after')];
  if (lookedAfter === 'UNKNOWN') return [inFamily('lookedAfter', 'Find out whether the child is looked after')];
  const takesPart = ({ responsibility, signs, answer, note }: Parent) =>
    responsibility === 'LOCAL_AUTHORITY' && (signs || answer !== 'NOT_ASKED' || hasInk(note));
  if (lookedAfter !== 'ORDER' || basis === 'CHILD' || parents.some(takesPart)) return [];
  return [inFamily('parents', 'Add the local authority: it signs, answers, or a note says what was done to ask it')];
}

/** C7: a local authority without an order has no responsibility. */
export function authorityMissing(form: Family): Found {
  if (form.lookedAfter !== 'NO' && form.lookedAfter !== 'SECTION_20') return [];
  return ofSigningAdults(form, ({ responsibility }, path) =>
    responsibility === 'LOCAL_AUTHORITY'
      ? [
          inFamily(
            `${path}.responsibility`,
            'Without a court order the local authority has no parental responsibility: it cannot sign',
          ),
        ]
      : [],
  );
}

/** C8: nobody signs against another adult before the disagreement is settled. */
export function settlementMissing({ basis, parents, disagreement }: Family): Found {
  if (basis !== 'PARENT' || !parents.some(({ signs, answer }) => !signs && answer === 'DISAGREES')) return [];
  const outcome = disagreement?.outcome ?? 'NOT_SETTLED';
  if (outcome === 'ONE_SUFFICES' || outcome === 'COURT_ORDER') return [];
  return [inFamily('disagreement.outcome', UNSETTLED_WORDS[outcome])];
}

const UNSETTLED_WORDS = {
  NOT_SETTLED: 'The adults disagree: record how this was settled',
  AGREED: 'The outcome says that the adults agree: correct the answer of the adult who disagrees',
  NOT_GOING_AHEAD: 'The treatment does not go ahead: this form cannot be completed',
};

/** C9: one adult suffices only with a reason, and never where all must agree. Adults never block a child who decides (C15). */
export function oneSufficesMissing({ basis, disagreement, needsAllAdults }: Family): Found {
  if (basis === 'CHILD' || disagreement === null) return [];
  return oneSufficesFaults(disagreement, needsAllAdults, 'disagreement.');
}

/** The faults of the outcome that one adult suffices. @param prefix - of the fields' paths: `disagreement.`, or empty */
export function oneSufficesFaults(
  { outcome, note }: Pick<Disagreement | DisagreementDraft, 'outcome' | 'note'>,
  needsAllAdults: boolean,
  prefix: string,
): Found {
  if (outcome !== 'ONE_SUFFICES') return [];
  const found: Found = [];
  if (!hasInk(note)) found.push(inFamily(`${prefix}note`, 'Write why the consent of one adult is enough'));
  if (needsAllAdults) found.push(inFamily(`${prefix}outcome`, 'All adults must agree to this procedure, or a court decides'));
  return found;
}

/** C10: where nobody decides alone, each adult signs or agrees, or a court decides. */
export function agreementMissing(form: Family): Found {
  if (!form.needsAllAdults || form.basis === 'COURT' || form.basis === 'CHILD') return [];
  return ofAdults(form, ({ signs, answer }, path, name) =>
    signs || answer === 'AGREES'
      ? []
      : [inFamily(`${path}.answer`, `All adults must agree to this procedure: ${name} neither signs nor agrees`)],
  );
}

/** C11: a court's decision that is relied on, or that was recorded, holds. */
export function courtOrderMissing({ basis, disagreement }: Family, { today }: FamilyAround): Found {
  const order = disagreement?.courtOrder ?? null;
  if (basis !== 'COURT' && disagreement?.outcome !== 'COURT_ORDER' && order === null) return [];
  return courtOrderFaults(order, today, 'disagreement.courtOrder').map(({ path, message }) => inFamily(path, message));
}
