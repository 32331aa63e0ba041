import { FILE_KINDS } from '#domain/documents/document-kinds.ts';
import { PlainDate } from '#domain/values/date-fields.ts';
import { CONSENT_FIGURES } from '#domain/exports/figures.ts';
import { STEPS_MOST } from '#domain/forms/form-steps.ts';
import { ContentFields } from '#domain/consents/consent-fields.ts';
import { Recipient, SIGNERS_MOST } from '#domain/consents/recipients.ts';
import { FORM_TYPES } from '#domain/forms/form-types.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import { CASE_STATUSES } from '#domain/base/states.ts';
import { TimelineEvent } from '#domain/cases/timeline.ts';
import { TranslationLanguage } from '#domain/templates/translation.ts';
import { Digest, SigningOrder, Uuid } from '#domain/values/text.ts';
import { TOKEN_LENGTH } from '#domain/values/text-limits.ts';
import { FILE_TYPES } from '#contract/engine/file-types.ts';
import * as v from 'valibot';
import { get, post, put } from '#contract/engine/define.ts';
import { Consent } from '#contract/shapes/record-shapes.ts';
import { ConsentSummary } from '#contract/shapes/record-summary.ts';
import { QueuedVersion, VERSION_MOST } from '#contract/engine/expected-version.ts';
import { EndedFilter, ListOf, PageFields, Search, StatusFilter } from '#contract/shapes/list-shapes.ts';

/** The latest shape of a pinned record that a device may name: there are few, and a number has to end [choice]. */
const SHOWN_VERSION_MOST = 1000;
/** Characters of the token in the address of a document [choice]. */
const DOCUMENT_TOKEN_MOST = 300;

/** A recipient and the delivery of the form; `mail` is null where none is sent. */
export const SentRecipient = v.object({
  ...Recipient.entries,
  channel: v.string(),
  mail: v.nullable(v.string()),
  /** of a QR code alone */
  link: v.optional(v.object({ url: v.string(), expiresAt: v.string() })),
});

/** The ways to a signer: on this device, or by a link in a mail or as a QR code. */
export const SEND_CHANNELS = ['EMAIL', 'QR', 'DEVICE'] as const;
export const SendChannel = v.picklist(SEND_CHANNELS, `The channel must be one of ${SEND_CHANNELS.join(', ')}`);

/** The ways to single signers, where they differ from `channel`, and whether a protected address was asked about. */
export const SendingFields = {
  channels: v.optional(
    v.pipe(
      v.array(v.strictObject({ signing_order: SigningOrder, channel: SendChannel })),
      v.maxLength(SIGNERS_MOST, `At most ${SIGNERS_MOST} signers`),
    ),
  ),
  addressConfirmed: v.optional(v.boolean('Say whether the address is safe')),
};

/** Whether an answer to this sending has a QR code in it: a secret, which is stored nowhere. */
export function showsCode({ channel, channels }: { readonly channel?: unknown; readonly channels?: unknown }): boolean {
  const each = Array.isArray(channels) ? (channels as { readonly channel?: unknown }[]) : [];
  return channel === 'QR' || each.some((one) => one.channel === 'QR');
}

/** The answer of create and update (spec §7 consent/create). */
const Saved = v.object({
  message: v.string(),
  Timeline: v.array(TimelineEvent),
  consentID: Uuid,
  recordID: Uuid,
  version: v.number(),
  bitpaper: v.nullable(v.string()),
  bitpaperPDFURL: v.nullable(v.string()),
  data: Consent,
});

const ActiveTab = v.optional(
  v.pipe(
    v.number('The active tab must be a number'),
    v.integer(),
    v.minValue(0),
    v.maxValue(STEPS_MOST - 1, 'There is no such tab'),
  ),
);

/** Narrows a list of consents to those that a figure has counted, on days of the organisation, both included. */
const FigureFields = {
  figure: v.optional(v.picklist(CONSENT_FIGURES, `The figure must be one of ${CONSENT_FIGURES.join(', ')}`)),
  startDate: v.optional(PlainDate),
  endDate: v.optional(PlainDate),
};

/** The filters of the list of consents. */
export const ConsentFilter = {
  search: Search,
  status: StatusFilter(CASE_STATUSES),
  myConsents: v.optional(
    v.union(
      [
        v.boolean(),
        v.pipe(
          v.picklist(['true', 'false']),
          v.transform((text) => text === 'true'),
        ),
      ],
      'myConsents must be true or false',
    ),
    true,
  ),
  ...EndedFilter,
  ...FigureFields,
};

export const consents = {
  consentCreate: post('consent/create', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.write'],
    summary:
      'Starts a consent: a new case, or a first version in a given one. What is left out of a procedure is the library’s; procedures that are left out are those of the case’s referral.',
    input: v.strictObject({
      consentID: v.optional(Uuid),
      recordID: v.optional(Uuid),
      patientID: Uuid,
      formType: v.picklist(FORM_TYPES, `The form type must be one of ${FORM_TYPES.join(', ')}`),
      ...ContentFields,
      activeTab: ActiveTab,
    }),
    output: Saved,
    offline: 'queue',
  }),
  consentUpdate: put('consent/update', {
    holds: { answer: 'record', refusals: 'record' },
    access: ['consents.write'],
    summary: 'Changes the fields of a draft that are given. Anything but a draft is recalled or reopened first.',
    input: v.strictObject({
      consentID: Uuid,
      version: QueuedVersion,
      formType: v.optional(v.picklist(FORM_TYPES, `The form type must be one of ${FORM_TYPES.join(', ')}`)),
      ...ContentFields,
      activeTab: ActiveTab,
    }),
    output: Saved,
    offline: 'queue',
  }),
  consentSend: post('consent/send', {
    holds: { answer: 'record', refusals: 'record' },
    access: ['consents.send'],
    summary:
      'Completes a whole draft, pins its content and makes it ready to sign; a draft that is not whole, as one that does not say whether an interpreter is needed, is told what is missing.',
    input: v.strictObject({
      consentID: Uuid,
      version: QueuedVersion,
      ...SendingFields,
      channel: SendChannel,
      /** The version of the template that was shown, where a newer one may exist; else the current one. */
      templateVersion: v.optional(
        v.pipe(
          v.number('The Template version must be a number'),
          v.integer('The Template version must be a whole number'),
          v.minValue(1, 'The Template version must be at least 1'),
          v.maxValue(VERSION_MOST, 'The Template version is too large'),
        ),
      ),
      /** The newest shape of the pinned record that the device knows; beside a template version and without it: the first. */
      shownVersion: v.optional(
        v.pipe(v.number('The shown version must be a number'), v.integer(), v.minValue(1), v.maxValue(SHOWN_VERSION_MOST)),
      ),
      /** The language of the translation that a device showed with its template version; absent or null: English alone. */
      translation: v.optional(v.nullable(TranslationLanguage)),
    }),
    output: v.object({ message: v.string(), data: Consent, recipients: v.array(SentRecipient) }),
    offline: 'queue',
    isSecret: showsCode,
  }),
  consentGetAll: get('consent/get/all', {
    holds: { answer: 'lines', refusals: 'nothing' },
    access: ['consents.read'],
    summary: 'All consents of the organisation, newest first.',
    input: v.strictObject({
      ...PageFields,
      search: Search,
      status: StatusFilter(CASE_STATUSES),
      ...EndedFilter,
      ...FigureFields,
    }),
    output: ListOf(ConsentSummary),
    offline: 'cached',
  }),
  consentGetConsents: get('consent/get/consents', {
    holds: { answer: 'lines', refusals: 'nothing' },
    access: ['consents.read'],
    summary: 'Consents, or with `myConsents` only one’s own.',
    input: v.strictObject({ ...PageFields, ...ConsentFilter }),
    output: ListOf(ConsentSummary),
    offline: 'cached',
  }),
  consentGetPrivateUrl: get('consent/get/private-url', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.read'],
    summary:
      'A ten-minute address of one document; of several confirmations on the day, or outcomes, the newest. The unsigned form is drawn when it is fetched, as it is then.',
    input: v.strictObject({
      consentID: Uuid,
      kind: v.picklist(FILE_KINDS, `The kind must be one of ${FILE_KINDS.join(', ')}`),
      /** of several scans one; without it the newest */
      sha256: v.optional(Digest),
    }),
    output: v.object({ message: v.string(), url: v.string(), expiresAt: v.string() }),
  }),
  documentGet: get('document/{token}', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['token'],
    summary: 'The document behind a private address, as an attachment.',
    input: v.strictObject({
      token: v.pipe(
        v.string(),
        v.minLength(TOKEN_LENGTH.least, 'The address is not whole'),
        v.maxLength(DOCUMENT_TOKEN_MOST, 'The address is not right'),
      ),
    }),
    output: v.unknown(),
    answer: 'file',
    fileTypes: [FILE_TYPES.PDF, FILE_TYPES.STAMP],
  }),
  consentSendToSign: post('consent/sendConsentToSign', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.send'],
    summary:
      'Starts a handover on this device: a ticket for this version and role alone. The same handoverId gives a fresh ticket. Queued with isUnderWay, it says that the tablet queues what follows in a handover that began with a ticket, which then ends.',
    input: v.strictObject({
      consentID: Uuid,
      role: v.picklist(SIGNER_ROLES, `The Role must be one of ${SIGNER_ROLES.join(', ')}`),
      /** the signer's place, where several have the role */
      signing_order: v.optional(SigningOrder),
      handoverId: v.optional(Uuid),
      isUnderWay: v.optional(v.boolean('Say whether the handover is under way')),
    }),
    output: v.object({ message: v.string(), ticket: v.string(), expiresAt: v.string(), handoverId: Uuid }),
    offline: 'queue',
    keyed: false,
  }),
};

export type ConsentSaved = v.InferOutput<typeof Saved>;
