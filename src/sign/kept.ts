import type { InputOf, OutputOf } from '#contract/define.ts';
import type { signing, TicketDetails } from '#contract/signing.ts';
import type { Strokes } from '#domain/signature.ts';
import { takeParcel } from '#src/held/courier.ts';
import type { HandoverTicket } from '#src/session/handover.ts';
import type { Typed } from './visit.ts';

/** What a signer says that this tablet may keep until the clinician's session sends it. */
export type SaidCall = 'recordIdentity' | 'recordAnswers' | 'recordSign' | 'recordDecline' | 'recordLater';

export type Saying<K extends SaidCall> = {
  readonly call: K;
  readonly input: InputOf<(typeof signing)[K]>;
  /** UUID; the same one is the same saying, however often and by whichever way it is sent */
  readonly key: string;
  /** with answers: the form as it is after them */
  readonly after?: TicketDetails;
};
export type AnswerTo<K extends SaidCall> = OutputOf<(typeof signing)[K]>;

/** The ink of each pad. */
export type Ink = Typed['ink'];

/** The clinician's vault, open on the signer's page. */
export type Keeping = {
  /** the form as this tablet knows it, null where it does not know all of it */
  readonly details: TicketDetails | null;
  /** what the server's clock has more than this device's, ms */
  readonly clockOffset: number;
  /** Whether something of this handover waits here to be sent: then all that follows waits behind it. */
  readonly hasWaiting: () => boolean;
  /** Keeps it, sealed, and queues it. @throws NotSent when it does not fit, or the tablet is full; Unreachable when it cannot be kept */
  readonly keep: <K extends SaidCall>(saying: Saying<K>) => Promise<void>;
  /** Takes what the hospital has just answered into the vault's copy of the form, as far as the vault has one. Nothing is queued. */
  readonly heard: <K extends SaidCall>(saying: Saying<K>, answer: AnswerTo<K>) => Promise<void>;
  /** Keeps what was drawn, sealed. @param digest - of the form it was drawn under */
  readonly keepInk: (way: keyof Ink, digest: string, strokes: Strokes) => Promise<void>;
  /** What was drawn under this very form in this handover, and not signed with. What was drawn in another is nobody's here. */
  readonly keptInk: (digest: string) => Promise<Ink>;
};

let opening: Promise<Keeping | null> | undefined;

/**
 * The vault, once it is open; null in a handover without one, and after a reload: the keys come once. They are asked for, and the
 * store is loaded, at the first call.
 */
export function whenKept(ticket: HandoverTicket | null): Promise<Keeping | null> {
  opening ??= open(ticket);
  return opening;
}

async function open(ticket: HandoverTicket | null): Promise<Keeping | null> {
  if (ticket?.userHash === undefined) return null;
  const parcel = await takeParcel('handover');
  if (parcel === null) return null;
  const { openKeeping } = await import('./keeping/keeping.ts');
  return openKeeping(parcel, ticket);
}
