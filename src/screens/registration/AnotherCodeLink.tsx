import type { Href } from '#src/ui/href.ts';
import { Link } from '#src/ui/Link.tsx';

/** Beside a field for a mailed code: the link to request another one. */
export function AnotherCodeLink({ href }: { readonly href: Href }) {
  return (
    <>
      No email? <Link href={href}>Ask for another code</Link>
    </>
  );
}
