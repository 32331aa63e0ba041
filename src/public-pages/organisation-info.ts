import { call, CallFailed } from '#contract/engine/call.ts';
import { isApiError } from '#contract/engine/retry.ts';
import { CALL_TIMEOUT } from '#contract/engine/timeouts.ts';
import { publicDetails, PublicOrganisation } from '#contract/engine/public-organisation.ts';
import { localItems } from '#src/device/web-storage.ts';
import * as v from 'valibot';

/** localStorage key of the organisation that this device last read of: what anybody may read, so that it is there without a network. */
const STORED_KEY = 'assent.organisation';

/** The organisation that this device last read of; null where it has read of none. */
export function storedOrganisation(): PublicOrganisation | null {
  try {
    const found = v.safeParse(PublicOrganisation, JSON.parse(localItems.getItem(STORED_KEY) ?? 'null'));
    return found.success ? found.output : null;
  } catch {
    return null;
  }
}

/** `known`: what the server or this device has; `unknown`: there is no such organisation; `silent`: no answer, and nothing stored. */
export type OrganisationInfo =
  | { readonly kind: 'known'; readonly organisation: PublicOrganisation }
  | { readonly kind: 'unknown' | 'silent' };

/** Reads what anybody may know of an organisation, and stores it on this device. @param id - absent: that of this device, else the first */
export async function readOrganisation(id?: string): Promise<OrganisationInfo> {
  const stored = storedOrganisation();
  try {
    return await ask(id ?? stored?._id);
  } catch (failure) {
    if (!isApiError(failure)) throw failure;
    if (failure instanceof CallFailed && failure.status === 404) return id === undefined ? forget() : { kind: 'unknown' };
    const isSame = stored !== null && (id === undefined || stored._id === id);
    return isSame ? { kind: 'known', organisation: stored } : { kind: 'silent' };
  }
}

/** The organisation of this device is gone from the server: the first one is read. */
async function forget(): Promise<OrganisationInfo> {
  if (storedOrganisation() === null) return { kind: 'unknown' };
  localItems.removeItem(STORED_KEY);
  return readOrganisation();
}

async function ask(id: string | undefined): Promise<OrganisationInfo> {
  const { data } = await call(
    publicDetails.organisationPublic,
    { o: id },
    { fetch: (input, init) => fetch(input, init), root: '/api', limitMs: CALL_TIMEOUT },
  );
  try {
    localItems.setItem(STORED_KEY, JSON.stringify(data));
  } catch {
    // Refused or full storage: without a network nothing is known then.
  }
  return { kind: 'known', organisation: data };
}
