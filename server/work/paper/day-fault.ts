import { isInterpreter } from '#domain/forms/signer-roles.ts';
import type { UploadedScan } from '#domain/documents/paper-scan.ts';
import { MINUTE } from '#domain/base/limits.ts';
import { ageInDays, clockTime, localDate, longDate } from '#domain/values/plain-date.ts';
import type { TimelineEvent, TimelineEventType } from '#domain/cases/timeline.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { momentAt, momentOfDay } from './paper-day.ts';

type Signed = { day: string; scan: UploadedScan; events: readonly TimelineEvent[] };

/**
 * Why nobody can have signed this form on a day, or why that ink does not count any more; undefined where it does. A form with codes was
 * signed after it was sent. Without them the paper may be from before: what was said in the case since then counts, and not the paper.
 *
 * @param signed - `day` is the plain date beside the signature, `events` are those of the case
 */
export function dayFault(open: OpenCase, { day, scan, events }: Signed): string | undefined {
  const { consent, patient, deps, now } = open;
  const { timeZone, lapseAfterDays } = deps.settings;
  const dayOf = (at: string) => localDate(Date.parse(at), timeZone);
  if (day > dayOf(now)) return 'The day on the paper must not be in the future';
  const isOfVersion = scan.match !== 'UNREAD';
  if (isOfVersion && consent.sent_at !== null && day < dayOf(consent.sent_at))
    return `The form was made ready on ${longDate(dayOf(consent.sent_at))}: nobody signed it before`;
  if (day < patient.date_of_birth) return 'The day on the paper must not be before the patient was born';
  const { no, yes } = lastAnswers(events, consent.id);
  if (!isOfVersion && no !== undefined && day <= dayOf(no))
    return `On ${longDate(dayOf(no))} somebody said no to this treatment. A paper from that day or before does not count any more.`;
  if (!isOfVersion && yes !== undefined && day < dayOf(yes))
    return `On ${longDate(dayOf(yes))} another form of this case was signed. A paper from before does not count any more.`;
  return ageInDays(momentOfDay(open, day), Date.parse(now), timeZone) > lapseAfterDays
    ? `This paper is older than ${lapseAfterDays} days. Talk it through again, and have a new form signed.`
    : undefined;
}

/** Why nobody can have signed this form at a time of a day on which they can; undefined where they can. @param time - `14:05` */
export function timeFault(
  { consent, deps, now }: OpenCase,
  { day, time, scan }: Pick<Signed, 'day' | 'scan'> & { readonly time: string },
): string | undefined {
  const { timeZone } = deps.settings;
  const moment = momentAt(day, time, timeZone);
  if (moment > Date.parse(now)) return 'The time on the paper must not be in the future';
  const sent = consent.sent_at === null || scan.match === 'UNREAD' ? undefined : Date.parse(consent.sent_at);
  // The paper has minutes alone.
  return sent !== undefined && moment + MINUTE <= sent
    ? `The form was made ready at ${clockTime(new Date(sent).toISOString(), timeZone)}: nobody signed it before`
    : undefined;
}

const NO: ReadonlySet<string> = new Set<TimelineEventType>(['DECLINED', 'CHILD_SAID_NO', 'WITHDRAWN']);

/** When somebody last said no to another version of the case, and when the last other one was signed; ISO. */
function lastAnswers(events: readonly TimelineEvent[], consentID: string): { no: string | undefined; yes: string | undefined } {
  const others = events.filter(({ versionId }) => versionId !== null && versionId !== consentID);
  const signed = others.findLast(({ type }) => type === 'ALL_SIGNED');
  const onPaper = signed?.detail['signedAt'];
  return {
    // An interpreter who cannot sign says no to nothing.
    no: others.findLast(({ type, detail }) => NO.has(type) && !isInterpreter(detail['role']))?.at,
    yes: typeof onPaper === 'string' ? onPaper : signed?.at,
  };
}
