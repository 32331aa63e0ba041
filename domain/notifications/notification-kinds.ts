import { isEndedByNewer, REFUSAL_FOLLOWS, type TimelineEvent, type TimelineEventType } from '#domain/cases/timeline.ts';

/**
 * Staff by how they stand to a case: who is responsible, who operates, who signs as the clinician, who sent the link that this is about, and the
 * mailbox of the team of whoever is responsible.
 */
export type StaffAudience = 'RESPONSIBLE' | 'OPERATOR' | 'SIGNING_CLINICIAN' | 'SENDER' | 'TEAM';

/**
 * Signers by how they stand to an event: whose act or link it is about, all who decide, others whose link is open, and who had opened or
 * signed.
 */
export type SignerAudience = 'ITSELF' | 'DECIDERS' | 'OTHERS' | 'DECIDERS_AND_OTHERS' | 'BEGUN';

/** NOW: at once. GATHERED: within a quarter of an hour, several in one mail. DAILY: in the morning of a working day, all in one mail. */
export type Speed = 'NOW' | 'GATHERED' | 'DAILY';

/**
 * `isPersonal`: true of nobody else, so that an urgent case adds nobody, and nothing waits less; `endsWithDay`: the sentence ends with the
 * day of the operation; `waits`: somebody has to see to it, and the team is told where nobody does; `one`: the words stand after the number of cases, and these after a single one
 */
type StaffPart = {
  readonly to: readonly StaffAudience[];
  readonly speed: Speed;
  readonly words: string;
  readonly isPersonal?: true;
  readonly endsWithDay?: true;
  readonly waits?: true;
  readonly one?: string;
};
/**
 * `opens`: the mail holds a link to the form or to the own page, and nobody is told who may not come back; `mayOpen`: it holds one where there is one; `awaitsAnswer`: nobody who has answered, or of a form that
 * is not out; `endsWithContact`: the sentence ends with the ways to reach the hospital
 */
type SignerPart = {
  readonly to: SignerAudience;
  readonly words: string;
  readonly opens?: true;
  readonly mayOpen?: true;
  readonly awaitsAnswer?: true;
  readonly endsWithContact?: true;
};

/**
 * Each kind of news of a case: which staff and which signers are told of it, how soon, and in which words (messages, section 1). The words
 * name no patient, clinician or procedure. A message is extra: what must not be missed stands in the light and among the needs.
 */
export const NOTIFICATION_KINDS = {
  QUESTION_ASKED: {
    staff: { to: ['RESPONSIBLE'], speed: 'GATHERED', words: 'Somebody who signs asks a question.', waits: true },
  },
  WANTS_TO_TALK: { staff: { to: ['RESPONSIBLE'], speed: 'GATHERED', words: 'Somebody who signs wants to talk.', waits: true } },
  MORE_TIME: { staff: { to: ['RESPONSIBLE'], speed: 'GATHERED', words: 'Somebody who signs asks for more time.', waits: true } },
  QUESTION_ANSWERED: { signers: { to: 'ITSELF', words: 'There is an answer to your question.', opens: true } },
  DECLINED: {
    staff: { to: ['RESPONSIBLE', 'SENDER'], speed: 'NOW', words: 'Consent was not given.', waits: true },
    signers: { to: 'OTHERS', words: 'The form needs no answer from you now.' },
  },
  SAID_NO: { staff: { to: ['RESPONSIBLE'], speed: 'NOW', words: 'Somebody who signs said no. The form goes on.', waits: true } },
  WITHDRAWN: {
    staff: { to: ['RESPONSIBLE', 'OPERATOR', 'TEAM'], speed: 'NOW', words: 'A consent was taken back.', waits: true },
    signers: {
      to: 'DECIDERS',
      words: 'The form does not count any more. If that is wrong,',
      endsWithContact: true,
      mayOpen: true,
    },
  },
  WITHDRAWN_AFTER: {
    staff: {
      to: ['RESPONSIBLE', 'OPERATOR'],
      speed: 'NOW',
      words: 'Somebody takes back a consent after the operation.',
      waits: true,
    },
    signers: { to: 'ITSELF', words: 'We have told the team that you take back your consent.' },
  },
  NOT_CONFIRMED: {
    staff: { to: ['RESPONSIBLE', 'OPERATOR'], speed: 'NOW', words: 'On the day something was new.', waits: true },
  },
  SIGNATURE_MISSING: {
    staff: { to: ['SIGNING_CLINICIAN'], speed: 'GATHERED', words: 'Your signature is missing.', isPersonal: true },
  },
  SEALED: { signers: { to: 'DECIDERS', words: 'Everybody has signed. Your copy is ready.', opens: true } },
  DETAILS_WRONG: {
    staff: { to: ['RESPONSIBLE', 'SENDER'], speed: 'NOW', words: 'Details on a form are wrong or have changed.', waits: true },
  },
  LINK_LOCKED: { staff: { to: ['SENDER', 'RESPONSIBLE'], speed: 'NOW', words: 'A link was locked.', waits: true } },
  NOT_REACHED: { staff: { to: ['SENDER'], speed: 'GATHERED', words: 'Somebody who signs could not be reached.', waits: true } },
  LINK_ENDED: {
    signers: { to: 'ITSELF', words: 'The time for your form has ended. Please', awaitsAnswer: true, endsWithContact: true },
  },
  EXPIRED: { staff: { to: ['RESPONSIBLE'], speed: 'DAILY', words: 'The time to sign has ended.', waits: true } },
  RECALLED: {
    signers: { to: 'BEGUN', words: 'The form is being changed. Your answer does not count. A new one follows.' },
  },
  VOIDED: {
    staff: { to: ['RESPONSIBLE', 'OPERATOR'], speed: 'NOW', words: 'A form was recorded in error.', waits: true },
    signers: { to: 'DECIDERS_AND_OTHERS', words: 'A form was made by mistake. It does not count.' },
  },
  SCAN_TO_CHECK: { staff: { to: ['RESPONSIBLE'], speed: 'DAILY', words: 'Something new is on a case.', waits: true } },
  NOTE_WRITTEN: {
    staff: { to: ['RESPONSIBLE'], speed: 'GATHERED', words: 'Somebody who has signed or said no adds a note.', waits: true },
  },
  OPERATOR_CHANGED: {
    staff: { to: ['OPERATOR'], speed: 'GATHERED', words: 'A case needs you.', isPersonal: true },
  },
  DONE_WITHOUT_CONSENT: {
    staff: { to: ['RESPONSIBLE'], speed: 'NOW', words: 'An operation was recorded as done without a consent in force.' },
  },
  CONFIRM_AHEAD: {
    staff: {
      to: ['RESPONSIBLE', 'OPERATOR'],
      speed: 'DAILY',
      words: 'A consent has to be confirmed, or asked again, before',
      endsWithDay: true,
      isPersonal: true,
    },
  },
  NOT_TAKEN: { staff: { to: ['TEAM'], speed: 'NOW', words: 'Nobody has taken this yet.' } },
  NOT_READY: {
    staff: {
      to: ['RESPONSIBLE', 'OPERATOR', 'TEAM'],
      speed: 'DAILY',
      words: 'of your listed cases are not ready.',
      one: 'of your listed cases is not ready.',
      isPersonal: true,
    },
  },
} as const satisfies Readonly<Record<string, { readonly staff?: StaffPart; readonly signers?: SignerPart }>>;

export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

/** Every kind; a server of a later build may have written others. */
export const KINDS_OF_NEWS = Object.keys(NOTIFICATION_KINDS) as NotificationKind[];

/** The rule of one kind. */
export function notificationRule(kind: NotificationKind): { readonly staff?: StaffPart; readonly signers?: SignerPart } {
  return NOTIFICATION_KINDS[kind];
}

type Event = Pick<TimelineEvent, 'type' | 'detail'>;

/** How it is after an event, as far as the kind of news depends on it. */
export type AfterEvent = {
  readonly isBySystem: boolean;
  /** whether a clinician's signature is the next one that is missing */
  readonly waitsForClinician: boolean;
  /** whether the form leaves choices open about which somebody wants to talk */
  readonly hasOpenPoints: boolean;
};

type KindsOf = (event: Event, after: AfterEvent) => readonly NotificationKind[];

const EVENTS_WITH_NEWS: Readonly<Partial<Record<TimelineEventType, KindsOf>>> = {
  QUESTION_ASKED: () => ['QUESTION_ASKED'],
  QUESTION_ANSWERED: () => ['QUESTION_ANSWERED'],
  MORE_TIME: () => ['MORE_TIME'],
  DECLINED: ({ detail }) => [detail[REFUSAL_FOLLOWS] === true ? 'DECLINED' : 'SAID_NO'],
  CHILD_SAID_NO: () => ['SAID_NO'],
  // One that the product notes follows a no, of which everybody is told already; with one that ends the form comes its own event.
  DISAGREEMENT_NOTED: ({ detail }, { isBySystem }) => (isBySystem || detail['outcome'] === 'NOT_GOING_AHEAD' ? [] : ['SAID_NO']),
  WITHDRAWN: () => ['WITHDRAWN'],
  WITHDRAWN_AFTER: () => ['WITHDRAWN_AFTER'],
  SIGNED: (_, { hasOpenPoints, waitsForClinician }) => [
    ...(hasOpenPoints ? (['WANTS_TO_TALK'] as const) : []),
    ...(waitsForClinician ? (['SIGNATURE_MISSING'] as const) : []),
  ],
  SEALED: () => ['SEALED'],
  NOT_CONFIRMED: () => ['NOT_CONFIRMED'],
  IDENTITY_REFUSED: () => ['DETAILS_WRONG'],
  PATIENT_CHANGED: () => ['DETAILS_WRONG'],
  LINK_LOCKED: () => ['LINK_LOCKED'],
  NOT_REACHED: () => ['NOT_REACHED'],
  LINK_ENDED: ({ detail }) => (detail['by'] === 'TIME' ? ['LINK_ENDED'] : []),
  EXPIRED: () => ['EXPIRED'],
  RECALLED: () => ['RECALLED'],
  // A version that ends as a newer one is signed was no mistake.
  VOIDED: (event) => (isEndedByNewer(event) ? [] : ['VOIDED']),
  SCAN_UPLOADED: () => ['SCAN_TO_CHECK'],
  NOTE_WRITTEN: () => ['NOTE_WRITTEN'],
  OPERATOR_CHANGED: () => ['OPERATOR_CHANGED'],
  OPERATION_DONE: ({ detail }) => (detail['isWithoutConsent'] === true ? ['DONE_WITHOUT_CONSENT'] : []),
};

/** Whether events of a type may be news. */
export function isNews(type: string): type is TimelineEventType {
  return type in EVENTS_WITH_NEWS;
}

/** The news that an event of a case is; none for most. */
export function kindsOfEvent(event: Event, after: AfterEvent): readonly NotificationKind[] {
  return isNews(event.type) ? (EVENTS_WITH_NEWS[event.type]?.(event, after) ?? []) : [];
}
