import { BirthDate, PlainDate } from '#domain/values/date-fields.ts';
import { COPY_ANSWERS, SCAN_MATCHES } from '#domain/documents/paper-scan.ts';
import { Digest, IdentityLine, Prose, SigningOrder, SingleLine, Uuid } from '#domain/values/text.ts';
import { SCAN_PAGES_MOST } from '#domain/documents/file-limits.ts';
import { SIGNERS_MOST } from '#domain/consents/recipients.ts';
import { LONG_TEXT_MOST, NAME_MOST, NOTE_MOST } from '#domain/values/text-limits.ts';
import { LIST_NAME_MOST } from '#domain/organisation/organisation.ts';
import { TICKS_MOST } from '#domain/documents/paper-choices.ts';
import { PAPER_TICKS } from '#domain/consents/paper-ticks.ts';
import { ChoiceId } from '#domain/forms/choice-id.ts';
import { STAFF_LABELS } from '#domain/accounts/staff.ts';
import * as v from 'valibot';
import { get, post } from '#contract/engine/define.ts';
import { FILE_TYPES } from '#contract/engine/file-types.ts';
import { Consent } from '#contract/shapes/record-shapes.ts';
import { DataOf } from '#contract/engine/shapes.ts';
import { integerBetween } from '#contract/shapes/list-shapes.ts';

const PageNumber = v.pipe(
  v.number('The page must be a number'),
  v.integer('The page must be a whole number'),
  v.minValue(1, 'Pages are counted from 1'),
  v.maxValue(SCAN_PAGES_MOST, `A scan has at most ${SCAN_PAGES_MOST} pages`),
);

const TimeOfDay = v.pipe(
  v.string('The time must be text'),
  v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Write the time as hours and minutes, such as 14:05'),
);

/** The way of a form that was signed with ink: its scan is uploaded, compared by its codes, and checked by a clinician. */
export const paper = {
  consentBitpaperUpload: post('consent/bitpaper-upload', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.write'],
    summary:
      'The scan of a printed form: one PDF, or a JPEG or PNG for each page, in the field “file”. Its codes are compared with the version. A scan that nobody has confirmed is replaced by the next one.',
    input: v.strictObject({ consentID: Uuid }),
    output: v.object({
      message: v.string(),
      data: v.object({
        sha256: v.string(),
        match: v.picklist(SCAN_MATCHES),
        /** whether it is a blank form, which was printed before this version was written */
        isBlank: v.boolean(),
        pages: v.array(v.object({ page: v.number(), read: v.boolean(), printed: v.nullable(v.number()) })),
      }),
    }),
    body: 'files',
    keyed: false,
  }),
  recordScanPage: get('record/scanPage', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.read'],
    summary:
      'One page of an uploaded scan as a picture, so that it stands beside the fields that are read from it. Pages are counted from 1.',
    input: v.strictObject({ consentID: Uuid, sha256: Digest, page: integerBetween('page', SCAN_PAGES_MOST) }),
    output: v.unknown(),
    answer: 'file',
    fileTypes: [FILE_TYPES.JPEG],
  }),
  recordConfirmScan: post('record/confirmScan', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.sign'],
    summary:
      'A clinician has looked at the scan: each page without a readable code, who has signed when, and what is ticked for each choice. Those signatures and ticks count in full; the words that signers wrote are theirs. Two identifiers on the paper are compared where no code was read.',
    input: v.strictObject({
      consentID: Uuid,
      sha256: Digest,
      pagesChecked: v.pipe(v.array(PageNumber), v.maxLength(SCAN_PAGES_MOST, 'There are too many pages')),
      identifiers: v.optional(
        v.strictObject({
          lastName: IdentityLine({ label: 'Last name', least: 1, most: NAME_MOST }),
          dateOfBirth: BirthDate,
          /** whether the paper names the procedures and sides of this form */
          isSameProcedure: v.boolean('Say whether the procedure and the side on the paper are those of this form'),
        }),
      ),
      signers: v.pipe(
        v.array(
          v.strictObject({
            signing_order: SigningOrder,
            signedOn: PlainDate,
            signedAt: v.optional(TimeOfDay),
            /** the account of a member of staff who signed, or else what stands on the paper about them */
            userID: v.optional(Uuid),
            name: v.optional(IdentityLine({ label: 'Name on the paper', least: 1, most: NAME_MOST })),
            grade: v.optional(SingleLine({ label: STAFF_LABELS.grade, least: 1, most: LIST_NAME_MOST })),
            registrationNumber: v.optional(IdentityLine({ label: STAFF_LABELS.consultantCode, least: 1, most: LIST_NAME_MOST })),
          }),
        ),
        v.minLength(1, 'Say who has signed'),
        v.maxLength(SIGNERS_MOST, `At most ${SIGNERS_MOST} signers`),
      ),
      /** the tick of each choice that the paper leaves to its signers, of those about safety a second time at the end */
      answers: v.optional(
        v.pipe(
          v.array(
            v.strictObject({
              choiceID: ChoiceId,
              answer: v.picklist(PAPER_TICKS, `The Tick must be one of ${PAPER_TICKS.join(', ')}`),
            }),
          ),
          v.maxLength(TICKS_MOST, `At most ${TICKS_MOST} ticks`),
        ),
      ),
      /** words of a signer on the paper */
      words: v.optional(
        v.pipe(
          v.array(
            v.strictObject({
              signing_order: SigningOrder,
              text: Prose({ label: 'Words on the paper', least: 1, most: NOTE_MOST }),
            }),
          ),
          v.maxLength(SIGNERS_MOST, `At most ${SIGNERS_MOST} signers`),
        ),
      ),
      mattersToMe: v.optional(Prose({ label: 'What matters to the patient', most: LONG_TEXT_MOST })),
      copyTaken: v.optional(v.picklist(COPY_ANSWERS, `The copy must be one of ${COPY_ANSWERS.join(', ')}`)),
    }),
    output: DataOf(Consent),
  }),
  recordDiscardScan: post('record/discardScan', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['consents.write'],
    summary: 'Deletes a scan that nobody has confirmed, such as that of another form.',
    input: v.strictObject({ consentID: Uuid, sha256: Digest }),
    output: DataOf(v.object({ consentID: Uuid })),
  }),
};
