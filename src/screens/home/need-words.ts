import type { Need } from '#domain/cases/needs.ts';
import { clockTime, localDate, nearDay, shortDate } from '#domain/values/plain-date.ts';
import { listedSideWords } from '#domain/cases/state-words.ts';
import type { NeedView } from '#src/queries/needs.ts';
import type { IconName } from '#src/ui/theme/icon-paths.ts';
import type { Tone } from '#src/ui/theme/tone.ts';

type NeedWords = { readonly tone: Tone; readonly icon: IconName; readonly lead: string; readonly act: string };

/**
 * The need of a case in words, and the name of the act that ends it.
 *
 * @param zone - IANA name
 * @param today - plain date
 */
export function needWords(
  {
    need,
    question,
    points,
    updatedAt,
    listedOn,
    reason,
  }: Pick<NeedView, 'need' | 'question' | 'points' | 'updatedAt' | 'listedOn' | 'reason'>,
  { zone, today }: { readonly zone: string; readonly today: string },
): NeedWords {
  const when = whenWords(updatedAt, { zone, today });
  const listed = `Listed for ${listedOn === null ? 'soon' : nearDay(listedOn, today, shortDate)}: ${reason ?? ''}.`;
  const words: Record<Need, NeedWords> = {
    STOP_LISTED: { tone: 'stop', icon: 'refused', lead: listed, act: 'Open' },
    NOT_READY_SOON: { tone: 'warn', icon: 'warning', lead: listed, act: 'Open' },
    NOT_READY_LISTED: { tone: 'warn', icon: 'warning', lead: listed, act: 'Open' },
    WITHDRAWN: { tone: 'stop', icon: 'refused', lead: `Withdrawn ${when}.`, act: 'Open' },
    WITHDRAWN_AFTER: {
      tone: 'stop',
      icon: 'refused',
      lead: 'Taken back after the operation was recorded as done.',
      act: 'Settle',
    },
    DECLINED: { tone: 'stop', icon: 'refused', lead: `Consent was not given ${when}.`, act: 'Open' },
    DETAILS_WRONG: { tone: 'stop', icon: 'warning', lead: 'Somebody who signs says that the details are wrong.', act: 'Check' },
    NOT_REACHED: { tone: 'warn', icon: 'link', lead: 'Somebody who signs could not be reached.', act: 'Open' },
    LINK_LOCKED: { tone: 'stop', icon: 'lock', lead: 'A link was locked.', act: 'Open' },
    QUESTION: {
      tone: 'info',
      icon: 'info',
      lead: question === null ? 'Somebody who signs asks.' : `Asks: “${question}”`,
      act: 'Answer',
    },
    DISAGREEMENT: { tone: 'stop', icon: 'warning', lead: 'Adults disagree.', act: 'Settle' },
    TALK: { tone: 'warn', icon: 'info', lead: `${points}.`, act: 'Open' },
    NOTE: {
      tone: 'info',
      icon: 'info',
      lead: question === null ? 'Somebody who has answered adds a note.' : `Adds: “${question}”`,
      act: 'Read',
    },
    SIGNATURE: { tone: 'warn', icon: 'edit', lead: 'Your signature is missing.', act: 'Sign' },
    MORE_TIME: {
      tone: 'info',
      icon: 'clock',
      lead: question === null ? 'Somebody who signs asks for more time.' : `Asks for more time: “${question}”`,
      act: 'Open',
    },
    SCAN: { tone: 'warn', icon: 'edit', lead: 'A scan of the paper form waits to be checked.', act: 'Check' },
    EXPIRED: { tone: 'warn', icon: 'clock', lead: 'The time to sign has ended.', act: 'Open' },
    WAS_IT_DONE: { tone: 'warn', icon: 'clock', lead: `${listedDay(listedOn)} and confirmed. Was it done?`, act: 'Open' },
  };
  return words[need];
}

/** `Cataract surgery, LEFT eye, and 1 more. Listed 24 Nov 2026.`; the day once, where the need itself says it. */
export function needDetails({
  need,
  procedures,
  listedOn,
  reason,
  more: others,
}: Pick<NeedView, 'need' | 'procedures' | 'listedOn' | 'reason' | 'more'>): string {
  const [first, ...more] = procedures;
  const side = first === undefined ? '' : listedSideWords(first);
  const names = [first?.procedureName ?? 'No procedure chosen yet', side, more.length > 0 ? `and ${more.length} more` : ''];
  const listed = listedOn === null || reason !== null || need === 'WAS_IT_DONE' ? '' : ` Listed ${shortDate(listedOn)}.`;
  return `${names.filter((each) => each !== '').join(', ')}.${listed}${others > 0 ? ` And ${others} more.` : ''}`;
}

function listedDay(listedOn: string | null): string {
  return listedOn === null ? 'Listed' : `Listed for ${shortDate(listedOn)}`;
}

/** The person who sees to a need, and since when: `Taken by Demo Clinician, 14:05`; on another day with its date. */
export function takenWords(
  { userID, name, at }: NonNullable<NeedView['taken']>,
  { zone, today, me }: { readonly zone: string; readonly today: string; readonly me: string | undefined },
): string {
  const day = localDate(Date.parse(at), zone);
  const who = userID === me ? 'you' : name === '' ? 'somebody' : name;
  return `Taken by ${who}, ${day === today ? '' : `${shortDate(day)}, `}${clockTime(at, zone)}`;
}

function whenWords(instant: string, { zone, today }: { readonly zone: string; readonly today: string }): string {
  const day = localDate(Date.parse(instant), zone);
  return day === today ? `today at ${clockTime(instant, zone)}` : `on ${shortDate(day)}`;
}
