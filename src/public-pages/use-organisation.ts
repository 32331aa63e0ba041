import { useEffect, useState } from 'react';
import { readOrganisation, storedOrganisation, type OrganisationInfo } from './organisation-info.ts';

/**
 * The public details of an organisation: at once what this device has, then the server's answer; null before either.
 *
 * @param id - undefined: that of this device, else the first one
 */
export function useOrganisation(id: string | undefined): OrganisationInfo | null {
  const [info, setInfo] = useState<{ readonly of: string | undefined; readonly info: OrganisationInfo } | null>(null);
  useEffect(() => {
    let isWanted = true;
    void readOrganisation(id).then((found) => isWanted && setInfo({ of: id, info: found }));
    return () => {
      isWanted = false;
    };
  }, [id]);
  if (info !== null && info.of === id) return info.info;
  const stored = storedOrganisation();
  const isSame = stored !== null && (id === undefined || stored._id === id);
  return isSame ? { kind: 'known', organisation: stored } : null;
}
