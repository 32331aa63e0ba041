import { faultsOf } from '#contract/engine/faults.ts';
import { organisation as calls } from '#contract/organisation.ts';
import type { Subscription } from '#contract/shapes/user-shapes.ts';
import { shortDate } from '#domain/values/plain-date.ts';
import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import * as v from 'valibot';

/** An access plan as form input; an empty last day is none. */
export type PlanForm = {
  readonly name: string;
  readonly specialities: readonly string[];
  readonly startDate: string;
  readonly endDate: string;
};

export const PLAN_FIELDS = ['name', 'specialities', 'startDate', 'endDate'] as const;

/** @param today - plain date: the first day of a new plan */
export function planFormOf(plan: Subscription | null, today: string): PlanForm {
  if (plan === null) return { name: '', specialities: [], startDate: today, endDate: '' };
  const { name, specialities, startDate, endDate } = plan;
  return { name, specialities, startDate, endDate: endDate ?? '' };
}

/** The fields of the call. */
export function planInput({ name, specialities, startDate, endDate }: PlanForm) {
  return { name, specialities: [...specialities], startDate, endDate: endDate === '' ? null : endDate };
}

/** The problems, in the order of the fields. */
export function planProblems(form: PlanForm): FieldProblem[] {
  const { issues = [] } = v.safeParse(calls.subscriptionCreate.input, planInput(form), { abortPipeEarly: true });
  return faultsOf(issues).map(({ path, message }) => ({ field: path, message }));
}

/** The days and specialities of a plan in a line. */
export function planWords({ startDate, endDate, specialities }: Subscription): string {
  const days = endDate === null ? `from ${shortDate(startDate)}` : `${shortDate(startDate)} to ${shortDate(endDate)}`;
  return `${specialities.length === 0 ? 'All specialities' : specialities.join(', ')}, ${days}`;
}

/** The plan with today as its last day. @param today - plain date */
export function endedToday(plan: Subscription, today: string) {
  return { _id: plan._id, ...planInput({ ...planFormOf(plan, today), endDate: today }) };
}

/** Whether a plan can end today: it has begun and goes on. @param today - plain date */
export function mayEndToday({ startDate, endDate }: Subscription, today: string): boolean {
  return startDate <= today && (endDate === null || endDate > today);
}
