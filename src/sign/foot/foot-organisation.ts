import { createContext } from 'react';

/** The id of the organisation that a link is from; undefined on a tablet, which knows its own, and before the link has answered. */
export const FootOrganisation = createContext<string | undefined>(undefined);
