import { EMAIL_MOST } from './text-limits.ts';
import { DAY } from '#domain/base/limits.ts';
import { hasInk, inkCount } from './ink.ts';
import { withoutInvisibles } from './invisibles.ts';
import * as v from 'valibot';

// Tab and line feed are the only control characters that belong in clinical text.
const CONTROL = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
const LINE_ENDS = /\r\n|[\n\r\t\u0085\u2028\u2029]/g;
const EACH_CONTROL = new RegExp(CONTROL, 'gu');

/** True when the text holds a control, a lone surrogate or a direction override, which could show other than it is. */
export function hasControl(text: string): boolean {
  return CONTROL.test(text.replaceAll('\n', '').replaceAll('\t', ''));
}

/** The text without the characters that {@link hasControl} finds. */
export function withoutControl(text: string): string {
  return hasControl(text) ? text.replaceAll(EACH_CONTROL, (found) => (found === '\n' || found === '\t' ? found : '')) : text;
}

/**
 * `least` counts the characters that show something, `most` all of them. `missing` asks for an empty field in other words than
 * `Enter the …`.
 */
type Bounds = { label: string; least?: number; most: number; missing?: string };

/** The message for an empty field: `Enter the last name`, from the label `Last Name`. */
export function enterField(label: string): string {
  return `Enter the ${label.replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())}`;
}

/**
 * One line of text: trimmed, composed (NFC), control characters and lone surrogates left out, line breaks as spaces; empty where it shows
 * nothing. Nobody is refused for a character that nobody sees.
 *
 * @param label - the field's name in the messages
 */
export function SingleLine(bounds: Bounds) {
  return lineOf(bounds, tidied);
}

/** A {@link SingleLine} by which somebody or something is known: a name, a number, an address. It is stored without invisible characters. */
export function IdentityLine(bounds: Bounds) {
  return lineOf(bounds, (text) => tidied(withoutInvisibles(text)));
}

function lineOf({ label, least = 0, most, missing = enterField(label) }: Bounds, tidy: (text: string) => string) {
  return v.pipe(
    v.string(`The ${label} must be text`),
    v.transform((text) => tidy(withoutControl(text.replaceAll(LINE_ENDS, ' ')))),
    v.check((text) => inkCount(text) >= least, least <= 1 ? missing : `The ${label} must be at least ${least} characters`),
    v.check((text) => text.length <= most, `The ${label} must be at most ${most} characters`),
  );
}

/** Text of several lines: composed (NFC), trimmed at its ends, line breaks as `\n`, other control characters left out; empty where it shows nothing. */
export function Prose(bounds: Bounds) {
  return proseOf(bounds, tidied);
}

/** A postal address in several lines, stored without invisible characters. */
export function AddressLines(bounds: Bounds) {
  return proseOf(bounds, (text) => tidied(withoutInvisibles(text)));
}

function proseOf({ label, least = 0, most, missing = enterField(label) }: Bounds, tidy: (text: string) => string) {
  return v.pipe(
    v.string(`The ${label} must be text`),
    v.transform((text) => tidy(withoutControl(text.replaceAll(/\r\n|[\r\u0085\u2028\u2029]/g, '\n')))),
    v.check((text) => inkCount(text) >= least, missing),
    v.check((text) => text.length <= most, `The ${label} must be at most ${most} characters`),
  );
}

function tidied(text: string): string {
  return hasInk(text) ? text.normalize('NFC').trim() : '';
}

/** An e-mail address in lower case; strict enough that nothing in it can alter a mail's header. */
export const EmailAddress = v.pipe(
  v.string('The Email must be text'),
  v.transform((text) => withoutInvisibles(text).trim().toLowerCase()),
  v.maxLength(EMAIL_MOST, `The Email must be at most ${EMAIL_MOST} characters`),
  v.regex(
    /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/,
    'The Email must be an e-mail address',
  ),
);

/** An id made by a device or the server: a UUID in lower case (entities made on a device use version 7). */
export const Uuid = v.pipe(
  v.string('The id must be text'),
  v.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, 'The id must be a UUID'),
);

/** A moment: `2026-08-06T14:05:00.000Z`. */
export const Instant = v.pipe(
  v.string('The time must be text'),
  v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/, 'The time must look like 2026-08-06T14:05:00.000Z'),
  // The 30th of February parses, and becomes the 2nd of March: only what comes back unchanged is a real time.
  v.check((text) => isRealTime(text), 'The time must be a real time'),
);

/** SHA-256 as 64 lower-case hex characters. */
export const Digest = v.pipe(
  v.string('The digest must be text'),
  v.regex(/^[0-9a-f]{64}$/, 'The digest must be 64 hex characters'),
);

function isRealTime(text: string): boolean {
  const at = Date.parse(text);
  return !Number.isNaN(at) && text >= '1900' && new Date(at).toISOString() === text;
}

/** The most by which a device's clock may be wrong, ms: 200 years. Moments beyond have no date. */
const CLOCK_OFFSET_MOST = 200 * 366 * DAY;

/** Server's clock minus a device's, ms. */
export const ClockOffset = v.pipe(
  v.number('The clock offset must be a number'),
  v.finite('The clock offset must be a number'),
  v.minValue(-CLOCK_OFFSET_MOST, 'The clock offset is too large'),
  v.maxValue(CLOCK_OFFSET_MOST, 'The clock offset is too large'),
);

/** The last place that a call may name: far more than a form has signers [choice]. */
const SIGNING_ORDER_MOST = 100;

/** The place of a signer in the signing order of a version. */
export const SigningOrder = v.pipe(
  v.number('The signing order must be a number'),
  v.integer('The signing order must be a whole number'),
  v.minValue(1, 'The signing order begins at 1'),
  v.maxValue(SIGNING_ORDER_MOST, 'There is no such signer'),
);
