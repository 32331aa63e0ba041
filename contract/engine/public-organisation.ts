import { Uuid } from '#domain/values/text.ts';
import * as v from 'valibot';
import { get } from './define.ts';
import { DataOf } from './shapes.ts';

/** An organisation as anybody reads of it. */
export const PublicOrganisation = v.object({
  _id: Uuid,
  name: v.string(),
  /** that patients ring; null without one */
  phone: v.nullable(v.string()),
  /** its own address, else that of the installation */
  email: v.string(),
  /** whom to tell of a page that somebody cannot use */
  accessibilityEmail: v.string(),
  privacyText: v.nullable(v.string()),
  privacyUrl: v.nullable(v.string()),
});
export type PublicOrganisation = v.InferOutput<typeof PublicOrganisation>;

/** Apart from the other calls of organisations: a signer's page has this one alone. */
export const publicDetails = {
  organisationPublic: get('organisation/public', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['none'],
    summary:
      'What anybody may read of an organisation: its name, telephone, contacts and privacy notice; without an id of the first organisation.',
    input: v.strictObject({ o: v.optional(Uuid) }),
    output: DataOf(PublicOrganisation),
    offline: 'cached',
  }),
};
