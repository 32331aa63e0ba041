import { SIGNERS_MOST } from '#domain/consents/recipients.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import { IdentityLine, SigningOrder } from '#domain/values/text.ts';
import { NAME_MOST } from '#domain/values/text-limits.ts';
import * as v from 'valibot';

/** A signer as a preview names them; the other fields of a recipient are ignored. */
const PreviewRecipient = v.object({
  recipient_name: v.optional(IdentityLine({ label: 'Name', most: NAME_MOST }), ''),
  role: v.optional(v.picklist(SIGNER_ROLES, `The Role must be one of ${SIGNER_ROLES.join(', ')}`)),
  /** the place in the list where it is absent */
  signing_order: v.optional(SigningOrder),
});
export type PreviewRecipient = v.InferOutput<typeof PreviewRecipient>;

const PreviewRecipients = v.pipe(
  v.array(PreviewRecipient, 'The signers must be a list'),
  v.maxLength(SIGNERS_MOST, `At most ${SIGNERS_MOST} signers`),
);

/** The signers of a preview: a list (spec §7 Records), or an object that holds it. Both give one document. */
export const PreviewActions = v.union(
  [
    v.strictObject({ recipients: v.optional(PreviewRecipients, []) }),
    v.pipe(
      PreviewRecipients,
      v.transform((recipients) => ({ recipients })),
    ),
  ],
  'The actions must be a list of signers',
);
