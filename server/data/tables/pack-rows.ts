import type { PackDecision, PackFor, PackLineKind, PackState } from '#domain/packs/pack.ts';
import type { Generated } from 'kysely';

/** How much a pack has: rows by table, and files. */
export type PackCounts = { readonly tables: Readonly<Record<string, number>>; readonly documents: number };

/** Packs of all that is stored of a patient. */
export type PackTables = {
  subject_packs: {
    organisation_id: string;
    id: string;
    patient_id: string;
    for_whom: PackFor;
    reason: string;
    state: PackState;
    asked_by: string;
    asked_name: string;
    asked_at: string;
    drafted_at: Generated<string | null>;
    /** none of those who decided about a line */
    released_by: Generated<string | null>;
    released_name: Generated<string | null>;
    released_at: Generated<string | null>;
    made_at: Generated<string | null>;
    /** when the parts are deleted */
    ends_at: Generated<string | null>;
    counts: Generated<PackCounts | null>;
    /** the key of its parts, sealed; null once it has ended, and then nothing opens them */
    sealed_key: Generated<string | null>;
  };
  /** lines of a pack that are about others */
  subject_pack_lines: {
    organisation_id: string;
    id: string;
    pack_id: string;
    kind: PackLineKind;
    of_table: string;
    row_key: string;
    of_column: string;
    /** the version that it belongs to */
    consent_id: string | null;
    /** empty once the pack has ended */
    words: string;
    /** of the words that were decided about */
    sha256: string;
    decision: Generated<PackDecision | null>;
    reason: Generated<string | null>;
    decided_by: Generated<string | null>;
    decided_name: Generated<string | null>;
    decided_at: Generated<string | null>;
  };
  /** sealed files in the data folder */
  subject_pack_parts: {
    organisation_id: string;
    pack_id: string;
    number: number;
    /** its name in the folder of packs */
    file: string;
    /** of the ZIP as it is downloaded */
    bytes: string;
    sha256: string;
  };
};
