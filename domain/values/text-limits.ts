/** Characters of a name in one field: of a person, a court, a procedure, a template [choice]. */
export const NAME_MOST = 200;
/** Characters of somebody’s whole name in Latin letters [choice]. */
export const NAME_IN_LATIN_MOST = 200;
/** Characters of somebody's relation, role or post in words [choice]. */
export const RELATION_MOST = 100;
/** Characters of free words about one thing: a note, a comment, a question, a reason for an act [choice]. */
export const NOTE_MOST = 2000;
/** Characters of a reason in a sentence or two [choice]. */
export const SHORT_REASON_MOST = 500;
/** Characters of a long text: a statement, a description, an answer, what matters to somebody [choice]. */
export const LONG_TEXT_MOST = 5000;
/** Characters of a token in an address, of a ticket or a link: those of today have 45, earlier and later ones may differ [choice]. */
export const TOKEN_LENGTH = { least: 20, most: 100 } as const;
/** Characters of an email address (RFC 5321, with its errata). */
export const EMAIL_MOST = 254;
/** Characters of a telephone number as it is written [choice]. */
export const PHONE_MOST = 30;
/** Characters of an address on the web [choice]. */
export const URL_MOST = 2000;

/** Characters of a code of a document as somebody types it [choice]. */
export const VERIFIED_CODE_MOST = 60;
