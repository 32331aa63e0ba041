import type { Input } from '#contract/calls.ts';
import type { MessageWishes } from '#contract/messages/teams.ts';
import { Cover } from '#domain/notifications/message-wishes.ts';
import { notificationRule, type NotificationKind } from '#domain/notifications/notification-kinds.ts';
import { isPlainDate } from '#domain/values/plain-date.ts';
import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import * as v from 'valibot';

/** The wishes as a form: `cover` empty for nobody. */
export type WishesForm = { readonly off: readonly string[]; readonly cover: string; readonly from: string; readonly to: string };

/** The control of each path of the call. */
export const MESSAGE_FIELDS: Readonly<Record<string, string>> = {
  'cover.userID': 'cover',
  'cover.from': 'from',
  'cover.to': 'to',
};

/** The form of stored wishes. */
export function wishesForm({ off, cover }: MessageWishes): WishesForm {
  return { off, cover: cover?.userID ?? '', from: cover?.from ?? '', to: cover?.to ?? '' };
}

/** The call of a form. */
export function wishesInput({ off, cover, from, to }: WishesForm): Input<'userMessagesUpdate'> {
  return { off: [...off], cover: cover === '' ? null : { userID: cover, from, to } };
}

/** The problems of a form, by its controls. */
export function wishesProblems({ cover, from, to }: WishesForm): FieldProblem[] {
  if (cover === '') return [];
  const days = [dayProblem('from', from), dayProblem('to', to)].flatMap((problem) => problem ?? []);
  if (days.length > 0) return days;
  const { issues = [] } = v.safeParse(Cover, { userID: cover, from, to });
  return issues.map((issue) => ({
    field: MESSAGE_FIELDS[`cover.${v.getDotPath(issue) ?? ''}`] ?? 'cover',
    message: issue.message,
  }));
}

const DAY_WORDS = { from: 'first day', to: 'last day' } as const;

/** Undefined for a date that a calendar has. */
function dayProblem(field: 'from' | 'to', value: string): FieldProblem | undefined {
  if (isPlainDate(value)) return undefined;
  const words = DAY_WORDS[field];
  return { field, message: value === '' ? `Enter the ${words}` : `The ${words} must be a real date` };
}

/** A kind of news in the words of its mail, for whoever chooses among the kinds. */
export function kindLabel(kind: NotificationKind): string {
  const { staff } = notificationRule(kind);
  if (staff === undefined) return kind;
  if (staff.endsWithDay === true) return `${staff.words} the operation.`;
  return staff.one === undefined ? staff.words : `Some ${staff.words}`;
}
