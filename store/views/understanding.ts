import type { Input } from '#contract/calls.ts';
import { formQuestions } from '#domain/consents/form-extras.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { understandingDetail } from '#domain/library/understanding.ts';
import { contentOf } from '#store/entities/consent-content.ts';
import type { LocalLibrary } from '#store/entities/library.ts';
import type { LocalConsent, PendingEvent } from '#store/entities/types.ts';

/** The detail of queued answers of understanding, in the words of the library on this device. */
export function localUnderstanding(
  { answers = '[]', ...detail }: PendingEvent['detail'],
  consent: LocalConsent,
  library: LocalLibrary,
): TimelineEvent['detail'] {
  const { procedures } = contentOf(consent, library);
  const questions = formQuestions(procedures, library.entry).flatMap((each) => each.questions);
  // Written by the queue of this device from the call's own input.
  const parsed = JSON.parse(answers) as Input<'recordUnderstanding'>['answers'];
  return { ...understandingDetail(questions, parsed), ...detail };
}
