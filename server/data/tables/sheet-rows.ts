/** The table that theatre sheets for the time without tablets write. */
export type SheetTables = {
  /** codes of rows, each for one state of a version */
  sheet_codes: {
    organisation_id: string;
    code: string;
    case_id: string;
    consent_id: string;
    /** of the version's row when the sheet was made, with its digest where it was out */
    version: number;
    digest: string | null;
    /** day of the operation on the sheet */
    listed_on: string;
    /** of the first sheet with this state */
    made_at: string;
  };
};
