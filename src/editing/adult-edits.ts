import { needsDetail, needsOrder, type Parent } from '#domain/family/parent.ts';

const NO_ORDER: NonNullable<Parent['order']> = { kind: null, court: '', number: '', date: null };

/** An adult of whom nothing is kept that is asked of no such adult: an order or a detail of another ground, an answer of one who signs. */
export function fittingParent(parent: Parent): Parent {
  const { responsibility, order, detail, signs, answer, answeredHow } = parent;
  return {
    ...parent,
    order: needsOrder(responsibility) ? (order ?? NO_ORDER) : null,
    detail: needsDetail(responsibility) ? detail : '',
    answer: signs ? 'NOT_ASKED' : answer,
    answeredHow: signs || answer === 'NOT_ASKED' ? null : answeredHow,
  };
}

/** An order or will with these fields changed; a will has no court and no number. */
export function changedOrder(order: Parent['order'], change: Partial<NonNullable<Parent['order']>>): Parent['order'] {
  const changed = { ...NO_ORDER, ...order, ...change };
  return changed.kind === 'WILL' ? { ...changed, court: '', number: '' } : changed;
}
