import { WrongSetting } from '#server/settings.ts';

/** A mail server and its connection options. */
export type SmtpServer = {
  host: string;
  port: number;
  /** IMPLICIT from the first byte, STARTTLS before any command with data, NONE */
  tls: 'IMPLICIT' | 'STARTTLS' | 'NONE';
  auth: { user: string; pass: string } | undefined;
};

const SHAPE = 'SMTP_URL must look like smtp://user:password@host:587 or smtps://user:password@host:465.';

/**
 * Reads `smtp://` (STARTTLS is required, but not on this machine itself) or `smtps://`. `?tls=off` allows plain text to a relay
 * on a trusted network, `?tls=required` asks for STARTTLS on this machine too.
 *
 * @throws WrongSetting in one sentence without the address, as a password may be in it
 */
export function readSmtpUrl(text: string): SmtpServer {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isImplicit = url?.protocol === 'smtps:';
  if (url === undefined || (!isImplicit && url.protocol !== 'smtp:')) throw new WrongSetting(SHAPE);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isWhole = /^[a-z0-9.:_-]+$/i.test(host) && ['', '/'].includes(url.pathname) && url.hash === '';
  if (!isWhole || url.port === '0') throw new WrongSetting(SHAPE);
  return {
    host,
    port: url.port === '' ? (isImplicit ? 465 : 587) : Number(url.port),
    tls: tlsOf(url, host),
    auth: authOf(url),
  };
}

function tlsOf(url: URL, host: string): SmtpServer['tls'] {
  const isImplicit = url.protocol === 'smtps:';
  const query = url.search.replace(/^\?/, '');
  if (query !== '' && (isImplicit || !['tls=off', 'tls=required'].includes(query)))
    throw new WrongSetting('SMTP_URL may end with ?tls=required or ?tls=off after smtp://, and with nothing else.');
  if (isImplicit) return 'IMPLICIT';
  if (query !== '') return query === 'tls=off' ? 'NONE' : 'STARTTLS';
  return /^(localhost|127(\.\d+){3}|::1)$/i.test(host) ? 'NONE' : 'STARTTLS';
}

function authOf({ username, password }: URL): { user: string; pass: string } | undefined {
  if (username === '' && password === '') return undefined;
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    throw new WrongSetting('SMTP_URL holds a user or password whose special characters are not percent-encoded.');
  }
}
