// Units, and limits that at least three rooms share. Every other number stands with its rule, in the file of its subject.

/** A minute in milliseconds, the unit of every duration. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** A megabyte of a file as people are told, bytes. */
export const MB = 1024 * 1024;

/** Lines of one exported list, without the headings (interop §4). */
export const EXPORT_LINES_MOST = 10_000;
