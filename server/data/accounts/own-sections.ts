import { sql } from 'kysely';
import type { PersonalProcedure } from '#domain/library/personal-procedure.ts';

/** The own sections of user `u` in the same row, each with whether a newer version of its procedure is in use. */
export const ownSections = sql<PersonalProcedure[]>`coalesce((
  select jsonb_agg(jsonb_build_object('procedureID', c.procedure_id, 'baseVersion', c.base_version, 'sections', c.sections, 'revision', c.revision,
    'updatedAt', to_char(c.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'moved', coalesce(s.version > c.base_version, false))
    order by c.procedure_id)
  from personal_procedures c
  left join procedures s on s.organisation_id = c.organisation_id and s.id = c.procedure_id and s.status = 'ACTIVE'
  where c.organisation_id = u.organisation_id and c.user_id = u.id and c.sections <> '[]'::jsonb), '[]'::jsonb)`;
