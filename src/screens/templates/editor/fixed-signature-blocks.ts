import { createContext } from 'react';

/** Whether the places for signatures stay where they are, as in a translation. */
export const FixedSignatureBlocks = createContext(false);
