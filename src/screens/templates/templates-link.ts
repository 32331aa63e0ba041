import { paths } from '#src/paths.ts';

/** The link back to the list. */
export const templatesLink = { href: paths.templates.href, label: 'Templates' } as const;
