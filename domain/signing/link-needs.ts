/** The answers that a link asks for before it shows anything of the form. */
export const LINK_NEEDS = ['dateOfBirth', 'lastName', 'name', 'code'] as const;
export type LinkNeed = (typeof LINK_NEEDS)[number];
