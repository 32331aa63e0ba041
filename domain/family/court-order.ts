import { hasInk } from '#domain/values/ink.ts';
import type { Fault } from '#domain/base/fault.ts';
import * as v from 'valibot';
import { longDate } from '#domain/values/plain-date.ts';
import { PlainDate } from '#domain/values/date-fields.ts';
import { IdentityLine } from '#domain/values/text.ts';
import { NAME_MOST } from '#domain/values/text-limits.ts';

/** Characters of the number of a court's order [choice]. */
export const ORDER_NUMBER_MOST = 100;

export const ORDER_DECISIONS = ['TREAT', 'DO_NOT_TREAT'] as const;

/** The name of a court, as an order bears it. */
export const CourtName = IdentityLine({ label: 'Court', most: NAME_MOST });
/** The number of an order or of its case. */
export const OrderNumber = IdentityLine({ label: 'Order number', most: ORDER_NUMBER_MOST });

/** A court's decision about one treatment; its parts may be open while the form is a draft. */
export const CourtOrder = v.strictObject({
  court: v.optional(CourtName, ''),
  number: v.optional(OrderNumber, ''),
  date: v.optional(v.nullable(PlainDate), null),
  decision: v.optional(
    v.nullable(v.picklist(ORDER_DECISIONS, `The Decision of the court must be one of ${ORDER_DECISIONS.join(', ')}`)),
    null,
  ),
});
export type CourtOrder = v.InferOutput<typeof CourtOrder>;

/** The court, the number and the date of an order: `Family Court, number FC 12, 3 May 2026`. */
export function courtOrderInWords({ court, number, date }: Pick<CourtOrder, 'court' | 'number' | 'date'>): string {
  const parts = [court, number === '' ? '' : `number ${number}`, date === null ? '' : longDate(date)];
  return parts.filter((part) => part !== '').join(', ');
}

/** Whether a value is a court's decision. */
export function isOrderDecision(value: unknown): value is NonNullable<CourtOrder['decision']> {
  return ORDER_DECISIONS.some((each) => each === value);
}

/**
 * The faults for which a court's decision cannot carry a form (rule C11): a part is open, the date is to come, or the court decided
 * against the treatment.
 *
 * @param today - plain date of signing, where the organisation is
 * @param path - of the order in its form: `disagreement.courtOrder`
 */
export function courtOrderFaults(order: CourtOrder | null, today: string, path: string): Fault[] {
  if (order === null) return [{ path, message: 'Enter the court order' }];
  const faults: Fault[] = [];
  const add = (field: keyof CourtOrder, message: string) => faults.push({ path: `${path}.${field}`, message });
  if (!hasInk(order.court)) add('court', 'Enter the court that made the order');
  if (!hasInk(order.number)) add('number', 'Enter the number of the order');
  faults.push(...orderDateFaults(order.date, today, `${path}.date`));
  if (order.decision === null) add('decision', 'Choose what the court decided');
  if (order.decision === 'DO_NOT_TREAT')
    add('decision', 'The court decided against this treatment: this form cannot be completed');
  return faults;
}

/** The faults of an order's date: none, or one to come. */
export function orderDateFaults(date: string | null, today: string, path: string): Fault[] {
  if (date === null) return [{ path, message: 'Enter the date of the order' }];
  return date > today ? [{ path, message: 'The date of the order is in the future: correct it' }] : [];
}
