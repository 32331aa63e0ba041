import { BirthDate, PlainDate } from '#domain/values/date-fields.ts';
import { SCAN_MATCHES } from '#domain/documents/paper-scan.ts';
import { Digest, IdentityLine, SigningOrder, Uuid } from '#domain/values/text.ts';
import { SCAN_PAGES_MOST } from '#domain/documents/file-limits.ts';
import { SIGNERS_MOST } from '#domain/consents/recipients.ts';
import { NAME_MOST } from '#domain/values/text-limits.ts';
import * as v from 'valibot';
import { post } from '#contract/engine/define.ts';
import { Consent } from '#contract/shapes/record-shapes.ts';
import { DataOf } from '#contract/engine/shapes.ts';

const PageNumber = v.pipe(
  v.number('The page must be a number'),
  v.integer('The page must be a whole number'),
  v.minValue(1, 'Pages are counted from 1'),
  v.maxValue(SCAN_PAGES_MOST, `A scan has at most ${SCAN_PAGES_MOST} pages`),
);

/** The way of a form that was signed with ink: its scan is uploaded, compared by its codes, and checked by a clinician. */
export const paper = {
  consentBitpaperUpload: post('consent/bitpaper-upload', {
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
  recordConfirmScan: post('record/confirmScan', {
    access: ['consents.sign'],
    summary:
      'A clinician has looked at the scan: each page without a readable code, and who has signed when. Those signatures count in full. Two identifiers on the paper are compared where no code was read.',
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
        v.array(v.strictObject({ signing_order: SigningOrder, signedOn: PlainDate })),
        v.minLength(1, 'Say who has signed'),
        v.maxLength(SIGNERS_MOST, `At most ${SIGNERS_MOST} signers`),
      ),
    }),
    output: DataOf(Consent),
  }),
  recordDiscardScan: post('record/discardScan', {
    access: ['consents.write'],
    summary: 'Deletes a scan that nobody has confirmed, such as that of another form.',
    input: v.strictObject({ consentID: Uuid, sha256: Digest }),
    output: DataOf(v.object({ consentID: Uuid })),
  }),
};
