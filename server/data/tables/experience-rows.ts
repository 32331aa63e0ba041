import type { ExperienceSettings } from '#domain/experience/experience-settings.ts';

/** Three questions after signing. */
export type ExperienceTables = {
  /** answers alike in one month about one procedure; no row is a person's */
  experience_counts: {
    organisation_id: string;
    /** of the signature, where the organisation is: `2026-11` */
    month: string;
    procedure_id: string;
    q1: number;
    q2: number;
    q3: number;
    n: number;
  };
  /** the passes that were used, until they have ended; `ends_at` is a whole hour, so that it tells no signature */
  used_nonces: { organisation_id: string; hash: string; ends_at: string };
  /** one row an organisation, from its first change on */
  experience_settings: {
    organisation_id: string;
    settings: ExperienceSettings;
    licence_read_at: string | null;
    version: number;
    updated_at: string;
    updated_by: string;
  };
};
