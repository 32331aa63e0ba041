import { isIP } from 'node:net';
import { readSmtpUrl, type SmtpServer } from './outside/mail/smtp-url.ts';
import { readSettings, WrongSetting, type Settings } from './settings.ts';

/** The variables that the server is started with, read once. */
export type Environment = {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** of the role that owns the tables; migrations run with it */
  databaseOwnerUrl: string | undefined;
  /** connections to PostgreSQL that this server may hold at once */
  databaseConnections: number;
  /** the process that migrates the tables: this server at its start, or `npm run database -- migrate` alone */
  migrate: 'start' | 'command';
  /** without one, mails are kept as files */
  smtp: SmtpServer | undefined;
  publicOrigin: string;
  seed: 'demo' | 'empty';
  isProduction: boolean;
  sealP12:
    | { path: string; passphrase: string; /** PEM file of certificates that it lacks */ chainPath: string | undefined }
    | undefined;
  /** keys for secrets in the database, base64, the newest first; without them one is made in the data folder */
  secretKeys: string | undefined;
  tsaUrl: string | undefined;
  /** a file with revocation lists of the certificates in `sealP12` */
  sealCrl: string | undefined;
  /** addresses or networks of proxies whose X-Forwarded-For is trusted */
  trustedProxies: string[];
  settings: Settings;
};

/**
 * Reads the variables that README lists.
 *
 * @throws WrongSetting with one sentence when a variable is wrong
 */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const isProduction = env['NODE_ENV'] === 'production';
  const port = portOf(nonEmpty(env['PORT']) ?? '8080');
  const smtpUrl = nonEmpty(env['SMTP_URL']);
  const sealPath = nonEmpty(env['SEAL_P12']);
  return {
    port,
    host: nonEmpty(env['HOST']) ?? '127.0.0.1',
    dataDir: nonEmpty(env['DATA_DIR']) ?? './data',
    databaseUrl: databaseUrlOf('DATABASE_URL', nonEmpty(env['DATABASE_URL'])),
    databaseOwnerUrl: databaseUrlOf('DATABASE_OWNER_URL', nonEmpty(env['DATABASE_OWNER_URL'])),
    databaseConnections: connectionsOf(nonEmpty(env['DATABASE_CONNECTIONS']) ?? '10'),
    migrate: migrateOf(nonEmpty(env['MIGRATE']) ?? 'start'),
    smtp: smtpUrl === undefined ? undefined : readSmtpUrl(smtpUrl),
    publicOrigin: originOf(nonEmpty(env['PUBLIC_ORIGIN']) ?? `http://localhost:${port}`),
    seed: seedOf(nonEmpty(env['SEED']) ?? (isProduction ? 'empty' : 'demo'), isProduction),
    isProduction,
    sealP12:
      sealPath === undefined
        ? undefined
        : { path: sealPath, passphrase: env['SEAL_P12_PASSPHRASE'] ?? '', chainPath: nonEmpty(env['SEAL_CHAIN']) },
    secretKeys: nonEmpty(env['SECRET_KEYS']),
    tsaUrl: webAddress('TSA_URL', nonEmpty(env['TSA_URL'])),
    sealCrl: nonEmpty(env['SEAL_CRL']),
    trustedProxies: proxiesOf(nonEmpty(env['TRUSTED_PROXIES'])),
    settings: readSettings(nonEmpty(env['SETTINGS'])),
  };
}

function nonEmpty(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value.trim();
}

function portOf(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new WrongSetting('PORT must be a number from 1 to 65535.');
  return port;
}

function databaseUrlOf(name: string, text: string | undefined): string | undefined {
  if (text === undefined || /^postgres(ql)?:\/\/\S+$/.test(text)) return text;
  throw new WrongSetting(`${name} must look like postgres://user:password@host:5432/database.`);
}

function originOf(text: string): string {
  const url = webAddress('PUBLIC_ORIGIN', text) ?? '';
  const { origin, pathname } = new URL(url);
  if (pathname !== '/' && pathname !== '')
    throw new WrongSetting('PUBLIC_ORIGIN must be an origin without a path, such as https://consent.example.nhs.uk.');
  return origin;
}

function connectionsOf(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 2 || count > 200)
    throw new WrongSetting('DATABASE_CONNECTIONS must be a number from 2 to 200.');
  return count;
}

function migrateOf(text: string): 'start' | 'command' {
  if (text !== 'start' && text !== 'command') throw new WrongSetting('MIGRATE must be start or command.');
  return text;
}

function webAddress(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)) return text;
  throw new WrongSetting(`${name} must be a web address.`);
}

function proxiesOf(text = ''): string[] {
  const named = text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  for (const each of named) {
    const [address = '', bits] = each.split('/');
    const most = isIP(address) === 6 ? 128 : 32;
    const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most);
    if (isIP(address) === 0 || !isNetwork)
      throw new WrongSetting('TRUSTED_PROXIES must list addresses or networks, such as 10.0.0.5 or 10.1.0.0/16.');
  }
  return named;
}

function seedOf(text: string, isProduction: boolean): 'demo' | 'empty' {
  if (text !== 'demo' && text !== 'empty') throw new WrongSetting('SEED must be demo or empty.');
  if (text === 'demo' && isProduction)
    throw new WrongSetting('SEED=demo is refused in production: demo accounts have a public password.');
  return text;
}
