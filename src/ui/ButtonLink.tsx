import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Href } from './href.ts';
import { Link } from './Link.tsx';

/** A link that looks like a button: for "New consent" and other steps that only navigate. */
export function ButtonLink({ href, children, ...rest }: ButtonProps & { readonly href: Href; readonly children: ReactNode }) {
  return (
    <Button component={Link} href={href} {...rest}>
      {children}
    </Button>
  );
}
