import type { FormExtras } from '#domain/consents/form-extras.ts';
import type { SpokenWording } from '#domain/experience/experience-settings.ts';
import * as v from 'valibot';

/** Three questions for somebody who has signed, in each language in which there are words for them, and the pass by which their answers are counted. */
export type OfferedExperience = { readonly pass: string; readonly wordings: readonly SpokenWording[] };

/** Extras of a form as they come over the wire; a part that this build does not know how to read is left out. */
export type TicketExtras = Partial<FormExtras> & {
  /** the operation of this form, once it was recorded as done; `on`: plain date, `isTakenBack`: nobody has settled yet whether it was */
  readonly done?: { readonly on: string; readonly isTakenBack: boolean };
  /** that the case of this form is not going ahead; absent while it is, and once its end was undone */
  readonly isClosed?: boolean;
  /** the days after which a signed form counts no more, of one that is older; absent of any other */
  readonly lapsedAfterDays?: number;
  /** the day on which this form was taken back, or on which its reader said no, plain date; absent where that is not known */
  readonly decisionDate?: string;
  /** whether a newer form was signed in the place of this one, and is not a mistake; absent where none is */
  readonly hasNewer?: boolean;
  /** for an hour from their signature, until they have answered; absent where nobody is asked */
  readonly experience?: OfferedExperience;
};

/** An object alone is checked here, as the form never fails for what stands beside it: the pages that show an item check the rest. */
export const TicketExtras: v.GenericSchema<TicketExtras> = v.looseObject({});
