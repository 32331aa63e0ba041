import type { Db } from '#server/data/db.ts';
import type { LinkRow } from './links.ts';

/** The form of a link with its case, its patient and its organisation, and the state of the signer: null for somebody who was taken off the form. */
export function formOfLink(db: Db, link: Pick<LinkRow, 'organisation_id' | 'consent_id' | 'signing_order'>) {
  return db
    .selectFrom('consents as v')
    .innerJoin('cases as c', (join) => join.onRef('c.organisation_id', '=', 'v.organisation_id').onRef('c.id', '=', 'v.case_id'))
    .innerJoin('patients as p', (join) =>
      join.onRef('p.organisation_id', '=', 'c.organisation_id').onRef('p.id', '=', 'c.patient_id'),
    )
    .innerJoin('organisations as o', 'o.id', 'v.organisation_id')
    .leftJoin('recipients as r', (join) =>
      join
        .onRef('r.organisation_id', '=', 'v.organisation_id')
        .onRef('r.consent_id', '=', 'v.id')
        .on('r.signing_order', '=', link.signing_order),
    )
    .select([
      'r.state',
      'r.required',
      'v.status',
      'v.signed_at',
      'v.updated_at',
      'v.content',
      'v.letterhead',
      'c.number',
      'c.ended',
    ])
    .select(['p.first_name', 'p.date_of_birth', 'p.status as patientStatus', 'p.restricted'])
    .select(['o.id', 'o.name', 'o.support_email', 'o.support_phone', 'o.patient_phone'])
    .where('v.organisation_id', '=', link.organisation_id)
    .where('v.id', '=', link.consent_id)
    .executeTakeFirstOrThrow();
}

export type FormOfLink = Awaited<ReturnType<typeof formOfLink>>;
