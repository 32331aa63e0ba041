/** The fault of an address that is not of the NHS (spec §5). @param label - the field's name */
export function nhsEmailRule(label: string): string {
  return `The ${label} must be NHS email`;
}

/**
 * Whether an address is of the NHS: its domain is the configured host, or a subdomain of nhs.uk (spec §5).
 *
 * @param email - in lower case
 * @param host - the configured domain, for instance nhs.net
 */
export function isNhsEmail(email: string, host: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return domain === host || domain.endsWith('.nhs.uk');
}
