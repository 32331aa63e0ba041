/** The recorded ends of chains, and the marks of rows. */
export type IntegrityTables = {
  chain_heads: {
    organisation_id: string;
    chain: ChainName;
    /** of the case, of the patient for the history of the details, of the organisation for its security log, or the access log's own */
    id: string;
    length: number;
    head: string;
    at: string;
    recorded: RecordedFacts;
    mac: string;
  };
  row_marks: {
    /** the table of the row, and the values of its primary key with blanks between them */
    of_table: string;
    key: string;
    organisation_id: string;
    /** how often the row was written since it is marked */
    count: number;
    /** of a deleted row of a table whose marks are filed */
    is_gone: boolean;
    mac: string;
  };
  /** The certificates whose seals are ours: those of this installation's servers, and of former ones. */
  seal_leaves: {
    /** of the certificate in DER, hex */
    sha256: string;
    der: Uint8Array;
    subject: string;
    not_before: string;
    not_after: string;
    /** whether this product made it */
    self_made: boolean;
    facts: SealFact[];
    first_used_at: string;
    last_used_at: string;
  };
  /** The digest of each document that was sealed here, by triggers; it outlives the document. */
  document_digests: { sha256: string; organisation_id: string; kind: string; sealed_at: string; gone_at: string | null };
};

/** WEAK: an RSA key below 3,072 bits. */
export type SealFact = 'WEAK';

export type ChainName = 'TIMELINE' | 'SECURITY' | 'PATIENT' | 'ACCESS';

/** Facts stored with the recorded end of a chain. */
export type RecordedFacts = {
  /** The end before was missing, or not written with this key: set by the next event, and never taken away. */
  isBroken?: true;
  /** Digests of records from before events carried them, by the id of the version or the signature. */
  digests?: Record<string, string>;
  /** The security log's entries from before it was a chain: how many, and one digest over all. */
  before?: { count: number; digest: string };
};
