import { VERIFIED_CODE_MOST } from '#domain/values/text-limits.ts';
import { END_KINDS } from '#domain/cases/case-end.ts';
import { CONFIRM_STATES } from '#domain/base/states.ts';
import { DURATIONS } from '#domain/base/durations.ts';
import { FIGURE_SERIES } from '#domain/exports/figures.ts';
import { CLOSE_REASONS } from '#domain/cases/case-end.ts';
import { FILE_KINDS, VERDICT_REASONS } from '#domain/documents/document-kinds.ts';
import { VERIFIED_FILE_MOST } from '#domain/documents/file-limits.ts';
import { Maintenance } from '#domain/organisation/maintenance.ts';
import { ORGANISATION_SEARCH_LEAST } from '#domain/accounts/staff.ts';
import { PATIENT_LANGUAGES } from '#domain/values/patient-languages.ts';
import { SingleLine, Uuid } from '#domain/values/text.ts';
import { numberWord } from '#domain/base/duration-words.ts';
import * as v from 'valibot';
import { get, post } from '#contract/engine/define.ts';
import { DataOf, Nothing } from '#contract/engine/shapes.ts';
import { StatusFilter } from '#contract/shapes/list-shapes.ts';
import { Subscription } from '#contract/shapes/user-shapes.ts';

/** Characters that organisations are looked for by [choice]. */
const REFERENCE_SEARCH_MOST = 100;

const count = v.number();

const GRANULARITIES = ['day', 'week', 'month'] as const;

/** The results of the verify page: nothing about a patient. */
export const Verdict = v.object({
  state: v.picklist(['AUTHENTIC', 'ALTERED', 'UNKNOWN']),
  status: v.nullable(v.picklist(['IN_FORCE', 'SUPERSEDED', 'WITHDRAWN', 'VOIDED', 'REFUSED'])),
  /** Why the state is so; null for a code, and absent in an answer of a build before. */
  reason: v.optional(v.nullable(v.picklist(VERDICT_REASONS)), null),
  /** Whether a form in force has to be confirmed on the day, or has lapsed; absent for any other. */
  confirmState: v.optional(v.picklist(CONFIRM_STATES)),
  /** Whether the case of a form in force has ended: done, it has served its purpose; closed, it counts for nothing now. Absent for any other. */
  ended: v.optional(v.picklist(END_KINDS)),
  /** Whether the consent of an operation that was recorded as done was taken back after it, and nobody has settled whether it was done; absent otherwise. */
  isTakenBack: v.optional(v.literal(true)),
  sealedAt: v.nullable(v.string()),
  /** The kind of the compared file; null for a code, and for an unknown file. */
  file: v.nullable(v.picklist(FILE_KINDS)),
  /** The sealed form that the compared file was added to or made from; absent for that form itself, and where none is sealed. */
  belongsTo: v.optional(v.object({ sealedAt: v.string(), sha256: v.string() })),
  /** When a time-stamp authority stamped the sealed document; null where none did. */
  stampedAt: v.nullable(v.string()),
  organisation: v.nullable(v.string()),
  /** Whether the certificate of the file's own seal was made by this product. */
  selfMadeSeal: v.boolean(),
  /** Whether the key of the file's own seal is an RSA one below 3,072 bits; absent in an answer of a build before. */
  weak: v.optional(v.boolean(), false),
  /** A sentence for a person. */
  explanation: v.string(),
});
export type Verdict = v.InferOutput<typeof Verdict>;

export const reference = {
  config: get('config', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['none'],
    summary: 'What the app needs to know before anybody signs in.',
    input: Nothing,
    output: v.object({
      message: v.string(),
      API_VERSION: v.string(),
      specialities: v.array(v.object({ _id: Uuid, name: v.string() })),
      grades: v.array(v.string()),
      product: v.object({ name: v.string(), supportEmail: v.string(), host: v.string() }),
      settings: v.object({
        timeZone: v.string(),
        confirmAfterDays: count,
        lapseAfterDays: count,
        /** When this server began with the rules of witnesses and of children below 13, ISO; absent in an answer of a build before. */
        newRulesSince: v.optional(v.nullable(v.string()), null),
        lockMinutes: count,
        nhsEmailOnly: v.boolean(),
        /** Languages beside English that signers may read the pages in; absent in an answer of a build before. */
        patientLanguages: v.optional(v.array(v.picklist(PATIENT_LANGUAGES)), []),
        /** Roles that a registering user may request. */
        wishedRoles: v.array(v.object({ key: v.string(), name: v.string() })),
        isDemo: v.boolean(),
        /** Planned maintenance that is not over; absent in an answer of a build before. */
        maintenance: v.optional(v.nullable(Maintenance), null),
      }),
      dataEpoch: v.string(),
      /** The time of the last queued or keyed call that a restored backup has, ISO; null where nothing was restored. */
      restoredTo: v.optional(v.nullable(v.string()), null),
    }),
    offline: 'cached',
  }),
  configSearchOrganisation: get('config/search-organisation', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['signedIn', 'registering'],
    summary: `Organisations whose name holds what was typed, from ${numberWord(ORGANISATION_SEARCH_LEAST)} characters on.`,
    input: v.strictObject({
      q: v.pipe(
        SingleLine({ label: 'search', most: REFERENCE_SEARCH_MOST }),
        v.minLength(ORGANISATION_SEARCH_LEAST, `The search must be at least ${ORGANISATION_SEARCH_LEAST} characters`),
      ),
    }),
    output: DataOf(v.array(v.object({ _id: Uuid, name: v.string() }))),
  }),
  hospitals: get('hospitals', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['signedIn', 'registering'],
    summary: 'The organisations that use this product.',
    input: Nothing,
    output: DataOf(v.array(v.object({ _id: Uuid, name: v.string() }))),
    offline: 'cached',
  }),
  subscriptionActiveList: get('subscription/active-list', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['signedIn', 'registering'],
    summary: 'The access plans that may be given today.',
    input: Nothing,
    output: DataOf(v.array(Subscription)),
    offline: 'cached',
  }),
  faqsList: get('faqs/list', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['signedIn'],
    summary: 'Questions that staff ask, with their answers, in groups.',
    input: Nothing,
    output: DataOf(v.array(v.object({ _id: v.string(), group: v.string(), question: v.string(), answer: v.string() }))),
    offline: 'cached',
  }),
  ping: get('ping', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['none'],
    summary: 'Whether this product is reached.',
    input: Nothing,
    output: v.object({ message: v.string(), app: v.literal('consent'), time: v.string() }),
  }),
  dashboardInfo: get('dashboard/info', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['dashboard.read'],
    summary:
      'How many cases stand where; beside the total those whose consent has lapsed or has to be confirmed, listed for the next week and not ready, with an open question or a choice to talk about, and ended, with how they ended: done without a consent in force, confirmed on the day, the median of days from signing, and closed by reason.',
    input: v.strictObject({ organisation: v.optional(Uuid), duration: StatusFilter(DURATIONS, 'duration') }),
    output: DataOf(
      v.object({
        caseAmounts: v.object({
          total: count,
          draft: count,
          underReview: count,
          ready: count,
          sent: count,
          partiallySigned: count,
          signed: count,
          declined: count,
          withdrawn: count,
          expired: count,
          voided: count,
          superseded: count,
          confirmDue: count,
          /** in no total: what waits beside the states, and the cases that have ended; absent in answers of a build before */
          lapsed: v.optional(count),
          /** as `confirmDue`, which pages of a build before read */
          due: v.optional(count),
          /** listed from today to a week ahead, with a light that is not green */
          notReadyListed: v.optional(count),
          /** with a choice left open that somebody has to talk about */
          wantsToTalk: v.optional(count),
          openQuestions: v.optional(count),
          done: v.optional(count),
          closed: v.optional(count),
        }),
        /** absent in answers of a build before */
        ends: v.optional(
          v.object({
            withoutConsent: count,
            confirmedOnDay: count,
            medianDays: v.nullable(count),
            closedBy: v.object(v.entriesFromList(CLOSE_REASONS, count)),
          }),
        ),
        refcaseAmounts: v.object({
          total: count,
          draft: count,
          underReview: count,
          accepted: count,
          moreInfo: count,
          rejected: count,
          closed: count,
        }),
        asOf: v.string(),
      }),
    ),
  }),
  dashboardChart: get('dashboard/chart', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['dashboard.read'],
    summary:
      'How many consents were started, sent, signed, signed by a link, signed before the day of the operation, withdrawn and are to be confirmed, in each day, week or month up to now, with the median of days from sending to signing; null where none was signed. `consent/get/all` lists those of each number.',
    input: v.strictObject({
      time: v.picklist(GRANULARITIES, `The time must be one of ${GRANULARITIES.join(', ')}`),
      organisation: v.optional(Uuid),
    }),
    output: DataOf(
      v.object({
        granularity: v.picklist(GRANULARITIES),
        labels: v.array(v.string()),
        series: v.array(v.object({ key: v.picklist(FIGURE_SERIES), values: v.array(v.nullable(count)) })),
      }),
    ),
  }),
  verifyByCode: get('verify/{code}', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['none'],
    summary: 'Whether a sealed document with this code exists and is in force.',
    input: v.strictObject({
      code: v.pipe(v.string('The code must be text'), v.maxLength(VERIFIED_CODE_MOST, 'The code is too long')),
    }),
    output: DataOf(Verdict),
  }),
  verifyFile: post('verify', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['none'],
    summary: 'Whether a file is one that this hospital sealed, unaltered, what it is, and whether its form is in force.',
    input: Nothing,
    output: DataOf(Verdict),
    body: 'file',
    largestFile: { bytes: VERIFIED_FILE_MOST, refusal: 'NOT_OURS_TOO_LARGE' },
    keyed: false,
  }),
};
