/** The fault of one field: `path` in dots (`procedures.0.side`), and a sentence for a person that says how to correct it. */
export type Fault = { path: string; message: string };
