import type { FormExtras } from '#domain/consents/form-extras.ts';
import * as v from 'valibot';

/** Extras of a form as they come over the wire; a part that this build does not know how to read is left out. */
export type TicketExtras = Partial<FormExtras> & {
  /** the operation of this form, once it was recorded as done; `on`: plain date, `isTakenBack`: nobody has settled yet whether it was */
  readonly done?: { readonly on: string; readonly isTakenBack: boolean };
};

/** An object alone is checked here, as the form never fails for what stands beside it: the pages that show an item check the rest. */
export const TicketExtras: v.GenericSchema<TicketExtras> = v.looseObject({});
