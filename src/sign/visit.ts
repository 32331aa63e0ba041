import type { Consent } from '#contract/record-shapes.ts';
import type { TicketDetails } from '#contract/signing.ts';
import type { AdditionalChoice } from '#domain/consent.ts';
import type { SavedInk } from './offline/signer-calls.ts';
import type { Answers } from './save-answers.ts';
import { openQuestion, stepsOf, type SignerStep } from './steps.ts';

/** The four equal signing methods of these pages. */
export const SIGNING_METHODS = ['DRAWN', 'TYPED', 'MARK_WITNESSED', 'VERBAL_WITNESSED'] as const;
export type SigningMethod = (typeof SIGNING_METHODS)[number];

/** The person's input, which the server may not have yet. It lives as long as the page. */
export type FormInput = {
  matters: string;
  choices: readonly AdditionalChoice[];
  asks: boolean | null;
  question: string;
  method: SigningMethod;
  ink: SavedInk;
  typedName: string;
  witnessName: string;
  witnessRole: string;
  /** words that go with "more time" or "do not agree" */
  words: string;
};

/** Ways a visit ends. Only the clinician can continue from there. */
export const VISIT_ENDINGS = ['signed', 'declined', 'later', 'wrongPerson'] as const;
export type VisitEnding = (typeof VISIT_ENDINGS)[number];
/** Reasons why a visit cannot continue by itself. */
export type HaltReason = 'network' | 'closed' | 'ended' | 'changed' | 'insecure' | 'failed';
/** A page beside the form: two other answers than a signature, and the choice of how to stop. */
export type Aside = 'stop' | 'later' | 'decline';

export type Visit = {
  stage:
    | { kind: 'loading' }
    | { kind: 'form'; at: SignerStep; aside: Aside | null; returnTo: SignerStep | null }
    | { kind: 'over'; ending: VisitEnding; isQueued: boolean }
    | { kind: 'halted'; why: HaltReason; message?: string | undefined };
  details: TicketDetails | null;
  /** the person has confirmed the name and the birth date */
  isConfirmed: boolean;
  /** a submission is running: until it is sent or queued, no other starts and nobody changes the page */
  isSending: boolean;
  input: FormInput;
};

export type VisitAction =
  | { kind: 'loading' }
  | { kind: 'loaded'; details: TicketDetails }
  | { kind: 'halted'; why: HaltReason; message?: string | undefined }
  | { kind: 'confirmed' }
  | { kind: 'sending'; isSending: boolean }
  | { kind: 'onward' }
  | { kind: 'back' }
  /** a page out of turn; Continue and Back lead to where it was asked for */
  | { kind: 'change'; at: SignerStep }
  | { kind: 'aside'; aside: Aside }
  | { kind: 'typed'; typed: Partial<FormInput> }
  | { kind: 'drawnBefore'; ink: FormInput['ink'] }
  | { kind: 'consent'; consent: Consent; sent: Answers }
  | { kind: 'questions'; questions: Consent['questions'] }
  /** `isQueued`: it is queued on this tablet, and the server does not have it yet */
  | { kind: 'over'; ending: VisitEnding; isQueued?: boolean }
  /** "No, something is wrong" was tapped by mistake: the question of who this is, again */
  | { kind: 'identityAgain' };

const EMPTY_INPUT: FormInput = {
  matters: '',
  choices: [],
  asks: null,
  question: '',
  method: 'DRAWN',
  ink: { DRAWN: [], MARK_WITNESSED: [] },
  typedName: '',
  witnessName: '',
  witnessRole: '',
  words: '',
};

export const INITIAL_VISIT: Visit = {
  stage: { kind: 'loading' },
  details: null,
  isConfirmed: false,
  isSending: false,
  input: EMPTY_INPUT,
};

/** Computes the next state of a visit after an action. */
export function visitReducer(visit: Visit, action: VisitAction): Visit {
  switch (action.kind) {
    case 'loading':
      return { ...visit, stage: { kind: 'loading' } };
    case 'loaded':
      return loaded(visit, action.details);
    case 'halted':
      return { ...visit, stage: { kind: 'halted', why: action.why, message: action.message } };
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
    case 'typed':
      return { ...visit, input: { ...visit.input, ...action.typed } };
    case 'drawnBefore':
      return withInk(visit, action.ink);
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

// Whoever says that the details are wrong is asked anew who they are, whatever was confirmed before.
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
  const { ink, typedName, witnessName, witnessRole } = isSame ? visit.input : EMPTY_INPUT;
  const unsaved = visit.details === null ? {} : { matters: visit.input.matters, choices: sameChoices(visit, details) };
  const typed = { ...visit.input, ...answersIn(details.consent), ...unsaved, ink, typedName, witnessName, witnessRole };
  const next: Visit = { ...visit, stage: { kind: 'loading' }, details, isConfirmed: false, input: typed };
  const state = details.recipients.find(({ role }) => role === details.role)?.state;
  if (state === 'SIGNED') return { ...next, stage: { kind: 'over', ending: 'signed', isQueued: false } };
  if (state === 'DECLINED') return { ...next, stage: { kind: 'over', ending: 'declined', isQueued: false } };
  return { ...next, stage: { kind: 'form', at: 'identity', aside: null, returnTo: null } };
}

function sameChoices({ input }: Visit, { consent }: TicketDetails): readonly AdditionalChoice[] {
  return consent.additionalChoices.map((each) => input.choices.find(({ id }) => id === each.id) ?? each);
}

// Ink on the pad is newer than saved ink, and wins.
function withInk(visit: Visit, saved: FormInput['ink']): Visit {
  const { DRAWN, MARK_WITNESSED } = visit.input.ink;
  const ink = {
    DRAWN: DRAWN.length > 0 ? DRAWN : saved.DRAWN,
    MARK_WITNESSED: MARK_WITNESSED.length > 0 ? MARK_WITNESSED : saved.MARK_WITNESSED,
  };
  return { ...visit, input: { ...visit.input, ink } };
}

// Saved answers are taken over as the server wrote them; words typed since, or on another page, stay.
function withConsent(visit: Visit, { consent, sent }: { consent: Consent; sent: Answers }): Visit {
  if (visit.details === null) return visit;
  const contentDigest = consent.contentDigest ?? visit.details.contentDigest;
  const details = { ...visit.details, consent, contentDigest };
  const matters = visit.input.matters === sent.mattersToMe ? consent.mattersToMe : visit.input.matters;
  return { ...visit, details, input: { ...visit.input, matters, choices: sameChoices(visit, details) } };
}

// Questions are not part of the signed content, so only they are replaced; words being typed stay.
function withQuestions(visit: Visit, questions: Consent['questions']): Visit {
  const { details } = visit;
  return details === null ? visit : { ...visit, details: { ...details, consent: { ...details.consent, questions } } };
}

function answersIn({ mattersToMe, additionalChoices }: Consent): Pick<FormInput, 'matters' | 'choices'> {
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
  const steps = stepsOf(details.consent);
  return goTo(visit, steps[steps.indexOf(stage.at) + 1] ?? stage.at);
}

function back(visit: Visit): Visit {
  const { stage, details } = visit;
  if (stage.kind !== 'form' || details === null) return visit;
  if (stage.aside !== null) return { ...visit, stage: { ...stage, aside: null } };
  if (stage.returnTo !== null) return goTo(visit, stage.returnTo);
  const steps = stepsOf(details.consent);
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
