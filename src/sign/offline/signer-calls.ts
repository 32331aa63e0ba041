import type { InputOf, OutputOf } from '#contract/engine/define.ts';
import type { laterAnswers } from '#contract/later-answers.ts';
import type { signing, TicketDetails } from '#contract/signing.ts';
import type { understanding } from '#contract/understanding.ts';
import type { Visit, VisitEnding } from '#src/sign/visit.ts';
import type { Vault } from '#store/vault/open.ts';

/** Signer's calls that this tablet may queue until the clinician's session sends them. */
export type SignerCallName =
  | 'recordIdentity'
  | 'recordAnswers'
  | 'recordUnderstanding'
  | 'recordSign'
  | 'recordDecline'
  | 'recordLater';

/** The definitions of these calls, by their names. */
export type SignerCallEntries = Omit<typeof signing, 'recordAnswers'> & typeof laterAnswers & typeof understanding;

export type SignerCall<K extends SignerCallName> = {
  readonly call: K;
  readonly input: InputOf<SignerCallEntries[K]>;
  /** idempotency key (UUID), the same for every retry, by ticket or by the queue */
  readonly key: string;
  /** the call's definition, where it is not among those of every form */
  readonly entry?: SignerCallEntries[K];
  /** time limit of the server's answer, ms, where it is not the usual one */
  readonly limitMs?: number;
  /** with answers: the form after they are applied */
  readonly after?: TicketDetails;
};
export type SignerAnswer<K extends SignerCallName> = OutputOf<SignerCallEntries[K]>;

/** The clinician's vault, open on the signer's page. */
export type SignerStore = {
  readonly vault: Vault;
  /** the form as stored on this tablet; null when any part of it is missing */
  readonly details: TicketDetails | null;
  /** the server's clock minus this device's, ms */
  readonly clockOffset: number;
  /** True while a call of this handover is unsent: every later one is then queued behind it, to keep their order. */
  readonly hasUnsent: () => boolean;
  /**
   * Seals and queues a call. @throws NotSent when it does not fit, or the tablet is full; Unreachable when it cannot be stored
   */
  readonly queue: <K extends SignerCallName>(signerCall: SignerCall<K>) => Promise<void>;
  /** Keeps a receipt of an answered call, and applies the answer to the vault's copy of the form, as far as there is one. Nothing is queued. */
  readonly applyAnswer: <K extends SignerCallName>(signerCall: SignerCall<K>, answer: SignerAnswer<K>) => Promise<void>;
  /** How the visit ended by a call that is queued on this tablet; null while it goes on. */
  readonly queuedEnding: VisitEnding | null;
  /**
   * Seals and stores the visit in the place of the one before, or deletes that when the visit is over. Of calls made while one runs, the
   * last is carried out.
   */
  readonly saveVisit: (visit: Visit) => Promise<void>;
};
