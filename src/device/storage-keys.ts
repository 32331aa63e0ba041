import type { HandoffTarget } from '#store/session/handoff.ts';

// Apart from the modules that read these items: the entry looks whether there is one before it has loaded them.

/** Key of this tab's staff token: in sessionStorage, never localStorage, so that closing the tab drops it. */
export const SESSION_KEY = 'assent.session';

/** Key in sessionStorage of the handoff that waits for a page of this tab. It stores an id alone, which opens nothing. */
export const claimKey = (purpose: HandoffTarget) => `assent.parcel.${purpose}`;
