import type { Consent } from '#contract/record-shapes.ts';
import type { TicketDetails } from '#contract/signing.ts';
import type { AdditionalChoice } from '#domain/consent.ts';
import type { Strokes } from '#domain/signature.ts';
import type { Answers } from './keep-answers.ts';
import { openQuestion, stepsOf, type Step } from './steps.ts';

/** The four equal ways to sign here. */
export const WAYS = ['DRAWN', 'TYPED', 'MARK_WITNESSED', 'VERBAL_WITNESSED'] as const;
export type Way = (typeof WAYS)[number];

/** What the person has entered and the server may not have yet. It lives as long as the page. */
export type Typed = {
  matters: string;
  choices: readonly AdditionalChoice[];
  asks: boolean | null;
  question: string;
  way: Way;
  ink: { DRAWN: Strokes; MARK_WITNESSED: Strokes };
  typedName: string;
  witnessName: string;
  witnessRole: string;
  /** words that go with "more time" or "do not agree" */
  words: string;
};

/** How a visit ended. Only the clinician leads on from there. */
export const ENDINGS = ['signed', 'declined', 'later', 'wrongPerson'] as const;
export type Ending = (typeof ENDINGS)[number];
/** Why a visit cannot go on by itself. */
export type Halt = 'network' | 'closed' | 'ended' | 'changed' | 'insecure' | 'failed';
export type Aside = 'later' | 'decline';

export type Visit = {
  stage:
    | { kind: 'loading' }
    | { kind: 'form'; at: Step; aside: Aside | null; isChanging: boolean }
    | { kind: 'over'; ending: Ending; isKept: boolean }
    | { kind: 'halted'; why: Halt; message?: string | undefined };
  details: TicketDetails | null;
  /** name and birth date were said to be right */
  isConfirmed: boolean;
  /** something that was said is on its way: until it has arrived, or is kept, nothing else can be said and nobody goes elsewhere */
  isSending: boolean;
  typed: Typed;
};

export type Happening =
  | { kind: 'loading' }
  | { kind: 'loaded'; details: TicketDetails }
  | { kind: 'halted'; why: Halt; message?: string | undefined }
  | { kind: 'confirmed' }
  | { kind: 'sending'; isSending: boolean }
  | { kind: 'onward' }
  | { kind: 'back' }
  | { kind: 'change'; at: Step }
  | { kind: 'aside'; aside: Aside }
  | { kind: 'typed'; typed: Partial<Typed> }
  | { kind: 'drawnBefore'; ink: Typed['ink'] }
  | { kind: 'consent'; consent: Consent; sent: Answers }
  | { kind: 'questions'; questions: Consent['questions'] }
  /** `isKept`: it is saved on this tablet, and nobody else has it yet */
  | { kind: 'over'; ending: Ending; isKept?: boolean };

const NOTHING_TYPED: Typed = {
  matters: '',
  choices: [],
  asks: null,
  question: '',
  way: 'DRAWN',
  ink: { DRAWN: [], MARK_WITNESSED: [] },
  typedName: '',
  witnessName: '',
  witnessRole: '',
  words: '',
};

export const FIRST_VISIT: Visit = {
  stage: { kind: 'loading' },
  details: null,
  isConfirmed: false,
  isSending: false,
  typed: NOTHING_TYPED,
};

/** What a visit becomes when something happens. */
export function advance(visit: Visit, happening: Happening): Visit {
  switch (happening.kind) {
    case 'loading':
      return { ...visit, stage: { kind: 'loading' } };
    case 'loaded':
      return loaded(visit, happening.details);
    case 'halted':
      return { ...visit, stage: { kind: 'halted', why: happening.why, message: happening.message } };
    case 'confirmed':
      return onward({ ...visit, isConfirmed: true });
    case 'onward':
      return onward(visit);
    case 'sending':
      return { ...visit, isSending: happening.isSending };
    case 'back':
      return visit.isSending ? visit : back(visit);
    case 'change':
      return visit.isSending ? visit : goTo(visit, happening.at, true);
    case 'aside':
      return visit.stage.kind === 'form' && !visit.isSending
        ? { ...visit, stage: { ...visit.stage, aside: happening.aside } }
        : visit;
    case 'typed':
      return { ...visit, typed: { ...visit.typed, ...happening.typed } };
    case 'drawnBefore':
      return withInk(visit, happening.ink);
    case 'consent':
      return withConsent(visit, happening);
    case 'questions':
      return withQuestions(visit, happening.questions);
    case 'over':
      return { ...visit, stage: { kind: 'over', ending: happening.ending, isKept: happening.isKept ?? false } };
  }
}

// Another text than the one signed under takes the signature with it; answers typed so far stay.
function loaded(visit: Visit, details: TicketDetails): Visit {
  const isSame = visit.details?.contentDigest === details.contentDigest;
  const { ink, typedName, witnessName, witnessRole } = isSame ? visit.typed : NOTHING_TYPED;
  const kept = visit.details === null ? {} : { matters: visit.typed.matters, choices: sameChoices(visit, details) };
  const typed = { ...visit.typed, ...answersIn(details.consent), ...kept, ink, typedName, witnessName, witnessRole };
  const next: Visit = { ...visit, stage: { kind: 'loading' }, details, isConfirmed: false, typed };
  const state = details.recipients.find(({ role }) => role === details.role)?.state;
  if (state === 'SIGNED') return { ...next, stage: { kind: 'over', ending: 'signed', isKept: false } };
  if (state === 'DECLINED') return { ...next, stage: { kind: 'over', ending: 'declined', isKept: false } };
  return { ...next, stage: { kind: 'form', at: 'identity', aside: null, isChanging: false } };
}

function sameChoices({ typed }: Visit, { consent }: TicketDetails): readonly AdditionalChoice[] {
  return consent.additionalChoices.map((each) => typed.choices.find(({ id }) => id === each.id) ?? each);
}

// What is drawn by now is newer than what was kept.
function withInk(visit: Visit, kept: Typed['ink']): Visit {
  const { DRAWN, MARK_WITNESSED } = visit.typed.ink;
  const ink = {
    DRAWN: DRAWN.length > 0 ? DRAWN : kept.DRAWN,
    MARK_WITNESSED: MARK_WITNESSED.length > 0 ? MARK_WITNESSED : kept.MARK_WITNESSED,
  };
  return { ...visit, typed: { ...visit.typed, ink } };
}

// What was kept is taken over as the server wrote it; what was typed since, or on another page, stays.
function withConsent(visit: Visit, { consent, sent }: { consent: Consent; sent: Answers }): Visit {
  if (visit.details === null) return visit;
  const contentDigest = consent.contentDigest ?? visit.details.contentDigest;
  const details = { ...visit.details, consent, contentDigest };
  const matters = visit.typed.matters === sent.mattersToMe ? consent.mattersToMe : visit.typed.matters;
  return { ...visit, details, typed: { ...visit.typed, matters, choices: sameChoices(visit, details) } };
}

// Questions are no part of what is signed; what is being typed stays.
function withQuestions(visit: Visit, questions: Consent['questions']): Visit {
  const { details } = visit;
  return details === null ? visit : { ...visit, details: { ...details, consent: { ...details.consent, questions } } };
}

function answersIn({ mattersToMe, additionalChoices }: Consent): Pick<Typed, 'matters' | 'choices'> {
  return { matters: mattersToMe, choices: additionalChoices };
}

function onward(visit: Visit): Visit {
  const { stage, details } = visit;
  if (stage.kind !== 'form' || details === null) return visit;
  if (stage.isChanging) return goTo(visit, 'check');
  const steps = stepsOf(details.consent);
  return goTo(visit, steps[steps.indexOf(stage.at) + 1] ?? stage.at);
}

function back(visit: Visit): Visit {
  const { stage, details } = visit;
  if (stage.kind !== 'form' || details === null) return visit;
  if (stage.aside !== null) return { ...visit, stage: { ...stage, aside: null } };
  if (stage.isChanging) return goTo(visit, 'check');
  const steps = stepsOf(details.consent);
  return goTo(visit, steps[steps.indexOf(stage.at) - 1] ?? stage.at);
}

// The one gate: nothing is read before the identity is confirmed, nothing is signed while a question waits.
function goTo(visit: Visit, at: Step, isChanging = false): Visit {
  const { details, isConfirmed } = visit;
  if (details === null) return visit;
  const isAfterQuestion = at === 'check' || at === 'sign';
  const held = isAfterQuestion && openQuestion(details.consent) !== undefined ? 'question' : at;
  return { ...visit, stage: { kind: 'form', at: isConfirmed ? held : 'identity', aside: null, isChanging } };
}
