import * as v from 'valibot';

/** The answer where an address may not be reached from this server. */
export const NO_CONNECTION_WORDS = 'This server may not connect there. IT must add the host to outboundHosts.';

/** A host to which this server may connect when somebody enters an address there; with its port where that is not 443. */
export const OutboundHost = v.pipe(
  v.string(),
  v.regex(
    /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/,
    'This is no host, such as fhir.trust.nhs.uk or fhir.trust.nhs.uk:8443',
  ),
);

/** The parts of an address, as the class `URL` names them. */
type Address = { readonly protocol: string; readonly host: string; readonly username: string; readonly password: string };

/**
 * Whether this server may call an address that somebody entered: over TLS, without a name or password in it, at a host that the
 * settings list. An address from the server's own variables and settings needs no such line.
 */
export function mayConnect({ protocol, host, username, password }: Address, outboundHosts: readonly string[]): boolean {
  return protocol === 'https:' && username === '' && password === '' && outboundHosts.includes(host);
}
