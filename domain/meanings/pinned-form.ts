import type { ShownContent } from '#domain/consents/digest.ts';
import { pinnedRecordOf, type PinInput, type PinOptions } from '#domain/consents/pinned-record.ts';
import { meaningsOfForm } from './meanings-of-form.ts';

/**
 * The record of a form, with the meanings of what is signed where it is read in another language. Server and tablet share this function, so
 * that their digests agree.
 *
 * @param hasMeanings - false: a tablet of a build before meanings has pinned the form
 */
export function pinnedFormOf(
  input: Omit<PinInput, 'meanings'>,
  { hasMeanings = true, ...options }: PinOptions & { readonly hasMeanings?: boolean } = {},
): ShownContent {
  const language = hasMeanings ? input.translation?.language : undefined;
  return pinnedRecordOf({ ...input, meanings: language === undefined ? null : meaningsOfForm(input, language) }, options);
}
