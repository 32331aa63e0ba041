import type { Generated } from 'kysely';

/** One of a list that all organisations share; an ended one stays on records and is offered no more. */
type NamedEntry = { id: string; name: string; ended_at: Generated<string | null> };

/** Organisations, and the lists that all of them share. */
export type OrganisationTables = {
  organisations: {
    id: string;
    name: string;
    created_at: string;
    version: Generated<number>;
    address: Generated<string>;
    support_email: Generated<string | null>;
    support_phone: Generated<string | null>;
    logo_id: Generated<string | null>;
    /** nobody signs in there any more, and it is offered to nobody */
    ended_at: Generated<string | null>;
  };
  /** each upload is a row of its own: forms keep the logo that they were sent with */
  organisation_logos: { id: string; organisation_id: string; png: Uint8Array; created_at: string };
  specialities: NamedEntry;
  grades: NamedEntry;
};
