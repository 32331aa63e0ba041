import type { Generated } from 'kysely';
import type { ExperienceTables } from './experience-rows.ts';

/** One of a list that all organisations share; an ended one stays on records and is offered no more. */
type NamedEntry = { id: string; name: string; ended_at: Generated<string | null> };

/** Organisations, the lists that all of them share, and what they ask those who have signed. */
export type OrganisationTables = ExperienceTables & {
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
    patient_phone: Generated<string | null>;
    privacy_text: Generated<string | null>;
    privacy_url: Generated<string | null>;
    accessibility_email: Generated<string | null>;
    /** whom safety problems are mailed to; empty: those who manage the organisation */
    safety_contacts: Generated<string[]>;
    /** whether links went out by mail before telephone and notice were asked for, so that their lack only warns */
    had_sent: Generated<boolean>;
  };
  /** each upload is a row of its own: forms keep the logo that they were sent with */
  organisation_logos: { id: string; organisation_id: string; png: Uint8Array; created_at: string };
  specialities: NamedEntry;
  grades: NamedEntry;
};
