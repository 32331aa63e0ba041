import * as v from 'valibot';
import { IdentityLine, Prose, SingleLine } from '#domain/values/text.ts';
import { NAME_MOST, NOTE_MOST } from '#domain/values/text-limits.ts';

/** An answer of yes or no; null while nobody has answered. */
export function YesNo(label: string) {
  return v.optional(v.nullable(v.boolean(`Answer yes or no: ${label}`)), null);
}

/** One of several answers; null while nobody has answered. */
export function OneOf<const Options extends readonly string[]>(label: string, options: Options) {
  return v.optional(v.nullable(v.picklist(options, `The ${label} must be one of ${options.join(', ')}`)), null);
}

/** Prose that a draft may lack. */
export function OptionalProse(label: string, most = NOTE_MOST) {
  return v.optional(Prose({ label, most }), '');
}

/** A line that a draft may lack. */
export function OptionalSingleLine(label: string, most = NAME_MOST) {
  return v.optional(SingleLine({ label, most }), '');
}

/** A name that a draft may lack. */
export function OptionalName(label: string) {
  return v.optional(IdentityLine({ label, most: NAME_MOST }), '');
}

/** A list that a draft may lack. */
export function OptionalList<Item extends v.GenericSchema>(item: Item, most: number) {
  return v.optional(v.pipe(v.array(item, 'This must be a list'), v.maxLength(most, `At most ${most} items`)), []);
}
