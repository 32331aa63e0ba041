/** Wrong passwords that close a handover for good until a full sign-in [choice]. */
export const UNLOCK_TRIES = 5;

/** localStorage key of the device-wide flag that the tablet is with a signer. Ids only: it names nobody. */
export const HANDOVER_KEY = 'assent.handover';
/** Path of the signer's pages: to them leads every page of this origin while the flag is set. */
export const SIGNER_PAGE_PATH = '/consent/handover';
