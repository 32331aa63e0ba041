import * as v from 'valibot';
import { HOUR } from '#domain/base/limits.ts';
import { inkCount } from '#domain/values/ink.ts';
import { Prose, SingleLine, Uuid } from '#domain/values/text.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';

/** Ways in which something can go wrong. */
export const SAFETY_KINDS = ['WRONG_PATIENT', 'WRONG_FORM', 'WRONG_LIGHT', 'LOST', 'TOO_LATE', 'OTHER'] as const;
export type SafetyKind = (typeof SAFETY_KINDS)[number];

/** Each way in words. */
export const SAFETY_KIND_WORDS: Readonly<Record<SafetyKind, string>> = {
  WRONG_PATIENT: 'Wrong patient',
  WRONG_FORM: 'Wrong form, operation or side',
  WRONG_LIGHT: 'Wrong light on a list',
  LOST: 'Something was lost',
  TOO_LATE: 'Something came too late',
  OTHER: 'Something else',
};

/** Whether anybody was harmed. */
export const HARMS = ['NO', 'MIGHT', 'YES'] as const;
export type Harm = (typeof HARMS)[number];
export const HARM_WORDS: Readonly<Record<Harm, string>> = {
  NO: 'No',
  MIGHT: 'No, but it might have been',
  YES: 'Yes',
};

/** NEW: nobody has looked at it; SEEN; CLOSED: answered. */
export const SAFETY_STATES = ['NEW', 'SEEN', 'CLOSED'] as const;
export type SafetyState = (typeof SAFETY_STATES)[number];

/** Each state in words. */
export const SAFETY_STATE_WORDS: Readonly<Record<SafetyState, string>> = {
  NEW: 'Not seen yet',
  SEEN: 'Being looked into',
  CLOSED: 'Answered',
};

/** Characters of a report [choice]. */
const WORDS_LEAST = 10;
/** Characters of the hazard that a report belongs to [choice]. */
const HAZARD_MOST = 200;
/** Requests to the server that a report names, the last ones [choice]. */
export const REQUESTS_MOST = 5;
/** Characters of a screen’s path [choice]. */
const ROUTE_MOST = 100;
/** A report of harm that nobody has seen for so long is told again, ms [choice]. */
export const UNSEEN_AFTER = HOUR;

/** The device that a report comes from: nothing of a patient, and no id of a record. */
export const SafetyContext = v.strictObject({
  /** path of the screen, without its search */
  route: SingleLine({ label: 'Route', most: ROUTE_MOST }),
  /** the last requests to the server, the newest last */
  requestIds: v.pipe(v.array(Uuid), v.maxLength(REQUESTS_MOST, `At most ${REQUESTS_MOST} requests`)),
  isOnline: v.boolean('Online must be true or false'),
  /** items that wait to be sent */
  unsent: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER)),
});
export type SafetyContext = v.InferOutput<typeof SafetyContext>;

/** The fields that a reporter fills in. */
export const ReportFields = {
  kind: v.picklist(SAFETY_KINDS, 'Choose what went wrong'),
  words: v.pipe(
    Prose({ label: 'Description', most: NOTE_MOST }),
    v.check((text) => inkCount(text) >= WORDS_LEAST, `Say in at least ${WORDS_LEAST} characters what happened`),
  ),
  harm: v.picklist(HARMS, 'Say whether anybody was harmed'),
};

/** The hazard of the hospital's own log that a report belongs to, and the answer to its reporter. */
export const Hazard = SingleLine({ label: 'Hazard', most: HAZARD_MOST });
export const ReportAnswer = Prose({ label: 'Answer', most: NOTE_MOST });

/** `S-0007`: how people name a report. */
export function reportNumber(number: number): string {
  return `S-${String(number).padStart(4, '0')}`;
}
