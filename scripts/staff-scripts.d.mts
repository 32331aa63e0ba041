/** A script of the staff app, and the places of the modules that it begins with. */
export type Script = { readonly name: string; readonly places: readonly string[]; readonly except?: readonly string[] };

export const STAFF_SCRIPTS: readonly Script[];
