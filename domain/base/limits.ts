/** Numbers that the specification or a decision fixes; each names its source. Times are milliseconds. */

/** First page of every list (spec §9). */
export const FIRST_PAGE = 1;
/** Records on a page when nobody asks for another number (spec §9). */
export const PAGE_SIZE = 10;
/** Most records that one page may hold [choice]. */
export const PAGE_SIZE_MOST = 100;

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A session lasts one hour and each extension adds one (spec §9). */
export const SESSION_LENGTH = 60 * 60_000;
/** No session outlives this, however often it was extended [choice]. */
export const SESSION_CAP = 12 * HOUR;
/** A ticket lasts this long after its last use [choice]. */
export const TICKET_LENGTH = HOUR / 2;
/** No ticket outlives this, however often it is used: a longer visit is handed over again [choice]. */
export const TICKET_CAP = 4 * HOUR;
/** Answers, questions and words other than a signature or a no that one handover takes [choice]. */
export const HANDOVER_ANSWERS_MOST = 50;
/** Wrong passwords that close a handover for good until a full sign-in [choice]. */
export const UNLOCK_TRIES = 5;
/** Wrong tablet PINs after which the password is asked for, whoever counts: the server or the worker of a tablet [choice]. */
export const TABLET_PIN_TRIES = 5;
/** A signed version without its sealed document is late after so long [choice]. */
export const SEAL_LATE = 5 * MINUTE;
/** An address of one document is good for this long [choice]. */
export const DOCUMENT_LINK_LENGTH = 10 * 60_000;

export const PATIENT_LAST_NAME_MOST = 100;
export const PATIENT_FIRST_NAME_MOST = 100;
/** Characters of the reason why contact details are hidden, or no longer [choice]. */
export const PROTECTION_REASON_MOST = 500;
/** Characters of the reason why a merge of two records is undone [choice]. */
export const MERGE_REASON_MOST = 500;
/** Nobody alive was born before this plain date [choice]. */
export const EARLIEST_BIRTH = '1900-01-01';

/** A drawn signature with less than this is a dot or a slip, not a signature [choice]. */
export const STROKE_POINTS_LEAST = 8;
/** Least total length of ink, in pad widths [choice]. */
export const INK_LEAST = 0.1;
/** Most points that one signature may hold: about five minutes of drawing at 60 Hz [choice]. */
export const STROKE_POINTS_MOST = 20_000;

/** Digits of a two-factor code (spec §9). */
export const CODE_LENGTH = 6;

/** The name that an administrator gives a tablet, characters [choice]. */
export const DEVICE_LABEL_MOST = 60;

/** JSON bodies, bytes [choice]. */
export const BODY_MOST = 1024 * 1024;
/** Characters of text that a preview draws: a long form has a fifth of them. Its HTML is within {@link BODY_MOST} [choice]. */
export const PREVIEW_TEXT_MOST = 50_000;
/** Characters of one paragraph of a preview: a paragraph takes time with the square of its length [choice]. */
export const PREVIEW_PARAGRAPH_MOST = 10_000;
/** Elements in the HTML of a preview [choice]. */
export const PREVIEW_ELEMENTS_MOST = 10_000;
/** Elements inside each other in the HTML of a preview [choice]. */
export const PREVIEW_LEVELS_MOST = 200;
/** Files sent up, bytes; those of one call together [choice]. */
export const FILE_MOST = 10 * 1024 * 1024;
/** Pages of one scan of a paper form [choice]. */
export const SCAN_PAGES_MOST = 50;
/** Picture elements of one picture, read from its header before it is decoded [choice]. */
export const PICTURE_PIXELS_MOST = 40_000_000;

/** A signed consent older than this many days must be confirmed on the day (setting) [choice]. */
export const CONFIRM_AFTER_DAYS = 84;
/** A signed consent older than this many days has lapsed (setting) [choice]. */
export const LAPSE_AFTER_DAYS = 182;

/** Most adults of one form [choice]. */
export const PARENTS_MOST = 4;

/** Days of theatre lists that are read at once [choice]. */
export const THEATRE_DAYS_MOST = 92;
/** Cases on theatre lists that are read at once [choice]. */
export const THEATRE_CASES_MOST = 500;
/** Lines of one exported list, without the headings (interop §4). */
export const EXPORT_LINES_MOST = 10_000;
/** Forms of one printable pack: each is drawn while somebody waits [choice]. */
export const SHEET_FORMS_MOST = 60;
/** Rows of one imported file, without the headings (interop §1). */
export const IMPORT_ROWS_MOST = 5000;
/** Columns of one imported file (interop §1). */
export const IMPORT_COLUMNS_MOST = 60;
/** Characters of one cell of an imported file (interop §1). */
export const IMPORT_CELL_MOST = 5000;
/** Characters of all cells of an imported file together: many cells of a workbook may share one text [choice]. */
export const IMPORT_TEXT_MOST = 10 * 1024 * 1024;
/** The body of `patient/bulk-add`, bytes. */
export const BULK_BODY_MOST = 10 * 1024 * 1024;
/** Likely duplicates that are shown for one row of an import (interop §1). */
export const IMPORT_DUPLICATES_MOST = 3;
/** One patient's record as a file of FHIR R4, bytes (interop §4). */
export const BUNDLE_BYTES_MOST = 25 * 1024 * 1024;
