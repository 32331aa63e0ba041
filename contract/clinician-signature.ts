import * as v from 'valibot';
import { AnswersSeen, OpenPointReasons } from '#domain/signing/open-point-reasons.ts';
import { SignatureFields } from '#domain/signing/signature.ts';
import { signing } from './signing.ts';

/**
 * `record/sign` with what the clinician alone adds. The signer's page is built without it: it makes the call of `signing.ts`, which lacks
 * these fields, and no signer at a page has them.
 */
export const clinicianSignature = {
  recordSign: {
    ...signing.recordSign,
    input: v.strictObject({ ...SignatureFields, openPoints: v.optional(OpenPointReasons), answersSeen: v.optional(AnswersSeen) }),
  },
};
