import { paths } from '#src/paths.ts';

/** The link back to the list. */
export const rolesLink = { href: paths.roles.href, label: 'Roles' } as const;
