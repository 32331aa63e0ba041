/** The way back to the list. */
export const ROLES = { href: '/roles', label: 'Roles' } as const;
