import { hasInk } from '#domain/values/ink.ts';
import type { Fault } from '#domain/base/fault.ts';
import { ORGANISATION_LABELS } from './organisation.ts';

/** The privacy notice of an organisation: its text, or the address at which it stands; both null without one. */
export type PrivacyNotice = { readonly privacyText: string | null; readonly privacyUrl: string | null };

/** The fault of a notice that stands in two ways: nobody could say which of them holds. */
export function noticeFault({ privacyText, privacyUrl }: PrivacyNotice): Fault | null {
  if (privacyText === null || privacyUrl === null) return null;
  return {
    path: 'privacyUrl',
    message: `Enter either the ${ORGANISATION_LABELS.privacyText} or its address, not both`,
  };
}

/** A heading, or a paragraph with its line breaks. */
export type NoticePart = { readonly kind: 'heading' | 'paragraph'; readonly text: string };

/** The parts of a notice: an empty line ends a paragraph, and a line that begins with # is a heading. */
export function noticeParts(text: string): NoticePart[] {
  const lines = text.split('\n');
  const parts: NoticePart[] = [];
  let open: string[] = [];
  const close = () => {
    const words = open.join('\n');
    if (hasInk(words)) parts.push({ kind: 'paragraph', text: words });
    open = [];
  };
  for (const line of lines) {
    const [, heading] = /^#+\s*(\S.*)$/.exec(line) ?? [];
    if (heading !== undefined || !hasInk(line)) close();
    if (heading !== undefined) parts.push({ kind: 'heading', text: heading });
    else if (hasInk(line)) open.push(line);
  }
  close();
  return parts;
}
