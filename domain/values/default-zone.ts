/** The time zone of a hospital until its own is known, and of words that no hospital has yet, as an IANA name. */
export const DEFAULT_ZONE = 'Europe/London';
