import type { InputOf } from '#contract/engine/define.ts';
import type { PageConsent, signing, TicketDetails } from '#contract/signing.ts';
import type { AdditionalChoice } from '#domain/consents/consent.ts';
import { shownWithAnswers } from '#domain/consents/shown.ts';
import type { HandoverTicket } from '#src/session/handover.ts';
import type { Attempt } from '#src/session/idempotency-key.ts';
import { EMPTY_INPUT, type FormInput } from './form-input.ts';
import { openQuestion, signerOf, stepsOf, type SignerStep } from './steps.ts';

/** Ways a visit ends. Only the clinician can continue from there. */
export const VISIT_ENDINGS = ['signed', 'answered', 'declined', 'later', 'wrongPerson'] as const;
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
  /** the person has proven their identity before the visit, by a link, and is not asked again */
  isVerified: boolean;
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

/** The sent answers that newer input is compared with. */
type SentAnswers = { readonly mattersToMe?: string | undefined };

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
  | { kind: 'input'; input: Partial<FormInput> }
  | { kind: 'signature'; signature: SignatureAttempt }
  /** a visit that goes on where it was before a reload */
  | { kind: 'restored'; saved: SavedVisit }
  | { kind: 'consent'; consent: PageConsent; sent: SentAnswers }
  | { kind: 'questions'; questions: PageConsent['questions'] }
  /** `isQueued`: it is queued on this tablet, and the server does not have it yet */
  | { kind: 'over'; ending: VisitEnding; isQueued?: boolean }
  /** "No, something is wrong" was tapped by mistake: the question of who this is, again */
  | { kind: 'identityAgain' };

export const INITIAL_VISIT: Visit = {
  stage: { kind: 'loading' },
  details: null,
  isConfirmed: false,
  isVerified: false,
  isSending: false,
  input: EMPTY_INPUT,
  signature: null,
};

/** Computes the next state of a visit after an action. */
export function visitReducer(visit: Visit, action: VisitAction): Visit {
  switch (action.kind) {
    case 'loading':
      return { ...visit, stage: { kind: 'loading' } };
    case 'loaded':
      return loaded(visit, action.details);
    case 'halted':
      return { ...visit, stage: action };
    case 'confirmed':
      return onward({ ...visit, isConfirmed: true });
    case 'onward':
      return onward(visit);
    case 'sending':
      return { ...visit, isSending: action.isSending };
    case 'back':
      return visit.isSending ? visit : back(visit);
    case 'change':
      return visit.isSending ? visit : change(visit, action.at);
    case 'aside':
      return visit.stage.kind === 'form' && !visit.isSending
        ? { ...visit, stage: { ...visit.stage, aside: action.aside } }
        : visit;
    case 'input':
      return { ...visit, input: { ...visit.input, ...action.input } };
    case 'signature':
      return { ...visit, signature: action.signature };
    case 'restored':
      return restored(visit, action.saved);
    case 'consent':
      return withConsent(visit, action);
    case 'questions':
      return withQuestions(visit, action.questions);
    case 'over':
      return over(visit, action);
    case 'identityAgain':
      return identityAgain(visit);
  }
}

// A report of wrong details resets the confirmed identity, so that the signer is asked again.
function over(visit: Visit, { ending, isQueued = false }: { ending: VisitEnding; isQueued?: boolean }): Visit {
  const isConfirmed = visit.isConfirmed && ending !== 'wrongPerson';
  return { ...visit, isConfirmed, stage: { kind: 'over', ending, isQueued } };
}

function identityAgain(visit: Visit): Visit {
  const { stage, details } = visit;
  if (stage.kind !== 'over' || stage.ending !== 'wrongPerson' || details === null) return visit;
  return goTo(visit, 'identity');
}

// A changed digest discards the signature, which was made under another text; answers typed so far stay.
function loaded(visit: Visit, details: TicketDetails): Visit {
  const isSame = visit.details?.contentDigest === details.contentDigest;
  const { matters: _m, choices: _c, asks: _a, question: _q, words: _w, ...signing } = isSame ? visit.input : EMPTY_INPUT;
  const unsaved = visit.details === null ? {} : { matters: visit.input.matters, choices: sameChoices(visit, details) };
  const input = { ...visit.input, ...answersIn(details.consent), ...unsaved, ...signing, method: visit.input.method };
  const next: Visit = { ...visit, stage: { kind: 'loading' }, details, isConfirmed: visit.isVerified, input };
  const state = signerOf(details)?.state;
  if (state === 'SIGNED' && details.later === undefined)
    return { ...next, stage: { kind: 'over', ending: 'signed', isQueued: false } };
  if (state === 'DECLINED') return { ...next, stage: { kind: 'over', ending: 'declined', isQueued: false } };
  return { ...next, stage: { kind: 'form', at: stepsOf(details, visit.isVerified)[0] ?? 'sign', aside: null, returnTo: null } };
}

function sameChoices({ input }: Visit, { consent }: TicketDetails): readonly AdditionalChoice[] {
  return consent.additionalChoices.map((each) => input.choices.find(({ id }) => id === each.id) ?? each);
}

// A submission under way ended with the page: only the server and the outbox know its result. An earlier build stored no input of
// a witness.
function restored({ isVerified }: Visit, { stage, details, isConfirmed, input, signature }: SavedVisit): Visit {
  return {
    stage: { kind: 'form', ...stage },
    details,
    isConfirmed,
    isVerified,
    isSending: false,
    input: { ...EMPTY_INPUT, ...input },
    signature,
  };
}

// Saved answers are taken over as the server wrote them; words typed since, or on another page, stay.
function withConsent(visit: Visit, { consent, sent }: { consent: PageConsent; sent: SentAnswers }): Visit {
  if (visit.details === null) return visit;
  const contentDigest = consent.contentDigest ?? visit.details.contentDigest;
  const details = { ...visit.details, consent, contentDigest, shown: shownWithAnswers(visit.details.shown, consent) };
  const matters = visit.input.matters === sent.mattersToMe ? consent.mattersToMe : visit.input.matters;
  return { ...visit, details, input: { ...visit.input, matters, choices: sameChoices(visit, details) } };
}

// Questions are not part of the signed content, so only they are replaced; words being typed stay.
function withQuestions(visit: Visit, questions: PageConsent['questions']): Visit {
  const { details } = visit;
  return details === null ? visit : { ...visit, details: { ...details, consent: { ...details.consent, questions } } };
}

function answersIn({ mattersToMe, additionalChoices }: PageConsent): Pick<FormInput, 'matters' | 'choices'> {
  return { matters: mattersToMe, choices: additionalChoices };
}

function change(visit: Visit, at: SignerStep): Visit {
  const { stage } = visit;
  if (stage.kind !== 'form') return visit;
  return goTo(visit, at, stage.at === at ? stage.returnTo : stage.at);
}

function onward(visit: Visit): Visit {
  const { stage, details } = visit;
  if (stage.kind !== 'form' || details === null) return visit;
  if (stage.returnTo !== null) return goTo(visit, stage.returnTo);
  const steps = stepsOf(details, visit.isVerified);
  return goTo(visit, steps[steps.indexOf(stage.at) + 1] ?? stage.at);
}

function back(visit: Visit): Visit {
  const { stage, details } = visit;
  if (stage.kind !== 'form' || details === null) return visit;
  if (stage.aside !== null) return { ...visit, stage: { ...stage, aside: null } };
  if (stage.returnTo !== null) return goTo(visit, stage.returnTo);
  const steps = stepsOf(details, visit.isVerified);
  return goTo(visit, steps[steps.indexOf(stage.at) - 1] ?? stage.at);
}

// The only gate: no page before the identity is confirmed, and no signature while a question is open.
function goTo(visit: Visit, at: SignerStep, returnTo: SignerStep | null = null): Visit {
  const { details, isConfirmed } = visit;
  if (details === null) return visit;
  const isAfterQuestion = at === 'check' || at === 'sign';
  const allowed = isAfterQuestion && openQuestion(details.consent) !== undefined ? 'question' : at;
  return { ...visit, stage: { kind: 'form', at: isConfirmed ? allowed : 'identity', aside: null, returnTo } };
}
