import { ATTACHMENT_TYPES } from '#domain/documents/attachment.ts';
import { REFERRAL_MOVES, REFERRAL_STATUSES, REFERRAL_TEXT_MOST } from '#domain/referrals/referral.ts';
import { SIDES } from '#domain/base/states.ts';
import { Prose, SingleLine, Uuid } from '#domain/values/text.ts';
import { SPECIALITY_MOST } from '#domain/organisation/organisation.ts';
import { FORM_PROCEDURES_MOST } from '#domain/consents/consent-fields.ts';
import * as v from 'valibot';

/** The addressee of a referral: one person, or everybody of a speciality who reviews referrals. */
export const Addressee = v.union(
  [
    v.strictObject({ userId: Uuid }),
    v.strictObject({ speciality: SingleLine({ label: 'Speciality', least: 1, most: SPECIALITY_MOST }) }),
  ],
  'Choose the person or the speciality to refer to',
);
export type Addressee = v.InferOutput<typeof Addressee>;

export const ReferralQuestion = Prose({ label: 'Question', least: 1, most: REFERRAL_TEXT_MOST });

/** A procedure that the referrer has in mind: its id in the library. */
export const ReferredProcedures = v.pipe(
  v.array(
    v.strictObject({
      procedureID: Uuid,
      side: v.optional(v.nullable(v.picklist(SIDES, `The side must be one of ${SIDES.join(', ')}`)), null),
    }),
    'The procedures must be a list',
  ),
  v.maxLength(FORM_PROCEDURES_MOST, `At most ${FORM_PROCEDURES_MOST} procedures`),
);

/** The permissions of both sides of referrals; one of them is enough. */
export const REFERRAL_ACCESS = ['referrals.review', 'referrals.write'] as const;

/** The fields of a referral that may change before it is submitted; absent ones stay. */
export const ReferralChange = v.strictObject({ to: v.optional(Addressee), question: v.optional(ReferralQuestion) });
export type ReferralChange = v.InferOutput<typeof ReferralChange>;

/** MINE: referrals that the caller wrote or is to review. ALL: referrals of all cases that the caller may see. */
export const ReferralScope = v.picklist(['MINE', 'ALL'], 'The referral must be one of MINE, ALL');
export type ReferralScope = v.InferOutput<typeof ReferralScope>;

const Person = v.object({ _id: Uuid, name: v.string() });

/** A referral with its conversation, oldest first. `answer` is the last word of the addressee. */
export const Referral = v.object({
  status: v.picklist(REFERRAL_STATUSES),
  from: Person,
  to: v.object({
    userId: v.optional(Uuid),
    /** of the person */
    name: v.optional(v.string()),
    speciality: v.optional(v.string()),
  }),
  question: v.string(),
  procedures: v.array(v.object({ procedureID: Uuid, procedureName: v.string(), side: v.nullable(v.string()) })),
  answer: v.nullable(v.string()),
  /** null while it is a draft */
  submittedAt: v.nullable(v.string()),
  messages: v.array(v.object({ at: v.string(), by: v.string(), move: v.picklist(REFERRAL_MOVES), text: v.string() })),
  attachments: v.array(
    v.object({
      id: Uuid,
      name: v.string(),
      type: v.picklist(Object.values(ATTACHMENT_TYPES)),
      /** bytes */
      size: v.number(),
      sha256: v.string(),
      by: v.string(),
      at: v.string(),
    }),
  ),
});
export type Referral = v.InferOutput<typeof Referral>;
