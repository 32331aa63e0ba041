import type { ImportMapping } from '#domain/imports/import-columns.ts';
import type { ImportSubject } from '#domain/imports/import-table.ts';

/** The tables that imports write beside the imported records. */
export type ImportTables = {
  /** the last mapping that was committed for these headings */
  import_mappings: {
    organisation_id: string;
    subject: ImportSubject;
    headings_sha256: string;
    mapping: ImportMapping;
    updated_at: string;
    updated_by: string;
  };
  /** the files from which something was imported */
  import_files: {
    organisation_id: string;
    id: string;
    subject: ImportSubject;
    digest: string;
    at: string;
    user_id: string;
    user_name: string;
    created: number;
  };
};
