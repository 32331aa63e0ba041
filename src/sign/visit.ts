import type { Consent } from '#contract/record-shapes.ts';
import type { InputOf } from '#contract/define.ts';
import type { signing, TicketDetails } from '#contract/signing.ts';
import type { AdditionalChoice } from '#domain/consent.ts';
import type { Strokes } from '#domain/signature.ts';
import type { HandoverTicket } from '#src/session/handover.ts';
import type { Attempt } from '#src/session/idempotency-key.ts';
import { type SignerStep } from './steps.ts';

/** The four equal signing methods of these pages. */
export const SIGNING_METHODS = ['DRAWN', 'TYPED', 'MARK_WITNESSED', 'VERBAL_WITNESSED'] as const;
export type SigningMethod = (typeof SIGNING_METHODS)[number];

/** The person's input, which the server may not have yet. */
export type FormInput = {
  matters: string;
  choices: readonly AdditionalChoice[];
  asks: boolean | null;
  question: string;
  method: SigningMethod;
  ink: { readonly DRAWN: Strokes; readonly MARK_WITNESSED: Strokes };
  typedName: string;
  witnessName: string;
  witnessRole: string;
  /** how the witness signs in the same act; LATER: at another time, null: not chosen */
  witnessBy: 'DRAWN' | 'TYPED' | 'LATER' | null;
  witnessTyped: string;
  witnessInk: Strokes;
  /** an interpreter's own words with the signature */
  comments: string;
  /** words that go with "more time" or "do not agree" */
  words: string;
};

/** Ways a visit ends. Only the clinician can continue from there. */
export const VISIT_ENDINGS = ['signed', 'declined', 'later', 'wrongPerson'] as const;
export type VisitEnding = (typeof VISIT_ENDINGS)[number];
/** Reasons why a visit cannot continue by itself. */
export type HaltReason = 'network' | 'closed' | 'ended' | 'changed' | 'insecure' | 'failed';
/** A visit that cannot continue; `page`: words of its own in place of the reason's. */
export type Halt = { why: HaltReason; message?: string | undefined; page?: { h1: string; lines: readonly string[] } | undefined };
/** A page beside the form: two other answers than a signature, and the choice of how to stop. */
export type Aside = 'stop' | 'later' | 'decline';

/** A signature that may be sent again, with the time at which it was given. */
export type SignatureAttempt = Attempt<InputOf<(typeof signing)['recordSign']>>;

export type Visit = {
  stage:
    | { kind: 'loading' }
    | { kind: 'form'; at: SignerStep; aside: Aside | null; returnTo: SignerStep | null }
    | { kind: 'over'; ending: VisitEnding; isQueued: boolean }
    | ({ kind: 'halted' } & Halt);
  details: TicketDetails | null;
  /** the person has confirmed the name and the birth date */
  isConfirmed: boolean;
  /** a submission is running: until it is sent or queued, no other starts and nobody changes the page */
  isSending: boolean;
  input: FormInput;
  /** the signature that was tried last: the same one, given again, keeps its idempotency key, after a reload too */
  signature: SignatureAttempt | null;
};

/** A signer's visit as it is sealed after each change: the view, the ticket, the step, the answers and the ink. */
export type SavedVisit = {
  readonly format: 1;
  readonly ticket: HandoverTicket;
  readonly details: TicketDetails;
  readonly stage: Omit<Extract<Visit['stage'], { kind: 'form' }>, 'kind'>;
  readonly isConfirmed: boolean;
  readonly input: FormInput;
  readonly signature: SignatureAttempt | null;
};

/** Answers as they were sent, as far as a newer input is told from them. */
export type SentAnswers = { readonly mattersToMe?: string | undefined };

export type VisitAction =
  | { kind: 'loading' }
  | { kind: 'loaded'; details: TicketDetails }
  | ({ kind: 'halted' } & Halt)
  | { kind: 'confirmed' }
  | { kind: 'sending'; isSending: boolean }
  | { kind: 'onward' }
  | { kind: 'back' }
  /** a page out of turn; Continue and Back lead to where it was asked for */
  | { kind: 'change'; at: SignerStep }
  | { kind: 'aside'; aside: Aside }
  | { kind: 'typed'; typed: Partial<FormInput> }
  | { kind: 'signature'; signature: SignatureAttempt }
  /** a visit that goes on where it was before a reload */
  | { kind: 'restored'; saved: SavedVisit }
  | { kind: 'consent'; consent: Consent; sent: SentAnswers }
  | { kind: 'questions'; questions: Consent['questions'] }
  /** `isQueued`: it is queued on this tablet, and the server does not have it yet */
  | { kind: 'over'; ending: VisitEnding; isQueued?: boolean }
  /** "No, something is wrong" was tapped by mistake: the question of who this is, again */
  | { kind: 'identityAgain' };

/** Input of a visit that has just begun. */
export const EMPTY_INPUT: FormInput = {
  matters: '',
  choices: [],
  asks: null,
  question: '',
  method: 'DRAWN',
  ink: { DRAWN: [], MARK_WITNESSED: [] },
  typedName: '',
  witnessName: '',
  witnessRole: '',
  witnessBy: null,
  witnessTyped: '',
  witnessInk: [],
  comments: '',
  words: '',
};

export const INITIAL_VISIT: Visit = {
  stage: { kind: 'loading' },
  details: null,
  isConfirmed: false,
  isSending: false,
  input: EMPTY_INPUT,
  signature: null,
};
