import { formHeading } from '#domain/consents/form-heading.ts';
import { FORM_WORDS } from '#domain/forms/form-words.ts';
import { composed } from '#domain/values/composed.ts';
import type { PdfDocument } from '#server/outside/pdf/blocks.ts';
import type { DocumentSource } from './document-source.ts';

type HeadParts = {
  /** the kind of document */
  readonly subject: string;
  /** in one word, for the name of the file: signed */
  readonly state: string;
  /** the first line, where it is not that of the form */
  readonly title?: string;
};

type Head = Pick<
  PdfDocument,
  'title' | 'fileTitle' | 'subject' | 'language' | 'letterhead' | 'subtitle' | 'running' | 'patientLanguage' | 'latinNames'
>;

/** The parts that are the same at the head of every document of a form, on its first page, on its further pages and in the file. */
export function documentHead(
  { pinned, letterhead, versionNumber, writing }: Pick<DocumentSource, 'pinned' | 'letterhead' | 'versionNumber' | 'writing'>,
  { subject, state, title }: HeadParts,
): Head {
  const heading = formHeading(pinned);
  const first = title ?? heading.title;
  const { name } = FORM_WORDS[pinned.formType];
  return {
    title: first,
    fileTitle: composed`${first}, ${name}, version ${versionNumber}, ${state}`,
    subject,
    language: 'en-GB',
    ...writing,
    letterhead,
    subtitle: `${heading.fullName} · version ${versionNumber}`,
    running: composed`${first} · ${name} · version ${versionNumber}`,
  };
}
