/** The archival time stamps of sealed documents. */
export type ArchiveTables = {
  /** A row is one revision behind all that was there before. */
  archivals: {
    organisation_id: string;
    /** the sealed document */
    document_id: string;
    /** 1 for the first stamp */
    revision: number;
    /** of the whole file up to this revision, and its size in bytes */
    sha256: string;
    size: number;
    /** the revision alone: the file is the sealed bytes, and behind them those of each revision up to this one */
    bytes: Uint8Array;
    stamped_at: string;
    /** SHA-256 of the certificate that stamped, and its end */
    tsa_leaf: string;
    tsa_ends_at: string;
  };
};
