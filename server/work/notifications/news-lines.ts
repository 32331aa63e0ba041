import { counted } from '#domain/base/counted.ts';
import { notificationRule } from '#domain/notifications/notification-kinds.ts';
import { listedDayWords } from '#domain/notifications/notification-times.ts';
import type { NotificationRow } from '#server/data/notifications/notifications.ts';
import type { Deps } from '#server/deps.ts';
import type { CaseNewsMail } from '#server/work/mail/news-texts.ts';

/** News that is still worth telling, with the case's number; `listedOn`: the day for which the case is listed, null where it is on no list. */
export type OpenNews = { readonly row: NotificationRow; readonly listedOn: string | null; readonly caseNumber: string };
type Line = CaseNewsMail['news'][number];

/** The lines of a mail to one user: each case once with the same words, and the cases of a kind that is counted in one line. */
export function newsLines(known: readonly OpenNews[], deps: Pick<Deps, 'clock' | 'settings'>): Line[] {
  const lines = new Map<string, Line>();
  const counts = new Map<string, Set<string>>();
  for (const { row, listedOn, caseNumber } of known) {
    const rule = notificationRule(row.kind).staff;
    if (rule === undefined) continue;
    const day = listedOn === null ? undefined : listedDayWords(listedOn, deps.clock(), deps.settings.timeZone);
    if (rule.one !== undefined) {
      const cases = (counts.get(row.kind) ?? new Set()).add(row.case_id);
      counts.set(row.kind, cases);
      lines.set(row.kind, { words: counted(cases.size, rule.one, rule.words), recordID: null });
    } else {
      const words = rule.endsWithDay === true ? `${rule.words} ${day ?? 'the operation'}.` : rule.words;
      const listedDay = row.is_urgent && day !== undefined ? { listedDay: day } : {};
      lines.set(`${row.case_id} ${words}`, { words, recordID: row.case_id, caseNumber, ...listedDay });
    }
  }
  return [...lines.values()];
}
