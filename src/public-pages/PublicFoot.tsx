import { FootLinks } from './FootLinks.tsx';
import { useOrganisation } from './use-organisation.ts';

/** {@link FootLinks} of this device's organisation, which the server is asked for. */
export function PublicFoot() {
  const info = useOrganisation(undefined);
  return <FootLinks organisation={info?.kind === 'known' ? info.organisation : null} />;
}
