import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, TestRunner } from 'vitest';

/** An authority that is not ours: the program `openssl ts` behind a loopback address. Its clock is the machine's. */
export type OpensslTsa = {
  url: string;
  /** files: the root's certificate, PEM, and its revocation list, DER */
  rootFile: string;
  listFile: string;
  /** The answer of `openssl ts -verify` to a token over some bytes. */
  verify: (token: Uint8Array, stamped: Uint8Array) => string;
};

type Identity = { keyType: readonly string[]; hasIntermediate: boolean };

const CONFIGURATION = `
[ca]
default_ca = own
[own]
database = ./index.txt
crlnumber = ./number
default_md = sha256
default_crl_days = 30
[tsa]
default_tsa = stamps
[stamps]
serial = ./serial
signer_cert = ./leaf.pem
signer_key = ./leaf.key
certs = ./chain.pem
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha512
accuracy = secs:1
ess_cert_id_alg = sha256
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[leaf]
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
`;

/** Makes keys and opens the address; all is gone after the test. A machine without openssl skips the test and says so. */
export async function openOpensslTsa({
  keyType = ['rsa:2048'],
  hasIntermediate = false,
}: Partial<Identity> = {}): Promise<OpensslTsa> {
  const folder = mkdtempSync(join(tmpdir(), 'openssl-tsa-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const openssl = (...parameters: readonly string[]) => run(folder, parameters);
  for (const [name, text] of Object.entries({ 'all.cnf': CONFIGURATION, 'index.txt': '', number: '01\n', serial: '01\n' }))
    writeFileSync(join(folder, name), text);
  const newKey = (name: string) => ['-newkey', ...keyType, '-nodes', '-keyout', `${name}.key`];
  const subject = (name: string) => ['-subj', `/O=Stamps of Others/CN=${name}`, '-config', 'all.cnf'];
  writeFileSync(join(folder, 'all.cnf'), `${CONFIGURATION}[req]\ndistinguished_name = names\n[names]\n`);
  openssl('req', '-x509', ...newKey('root'), '-out', 'root.pem', '-days', '3650', '-extensions', 'root', ...subject('Root'));
  const issue = (name: string, issuer: string, extensions: string) => {
    openssl('req', '-new', ...newKey(name), '-out', `${name}.csr`, ...subject(name));
    const by = ['-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`, '-CAcreateserial'];
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      ...by,
      '-out',
      `${name}.pem`,
      '-days',
      '1800',
      '-extfile',
      'all.cnf',
      '-extensions',
      extensions,
    );
  };
  if (hasIntermediate) issue('between', 'root', 'root');
  issue('leaf', hasIntermediate ? 'between' : 'root', 'leaf');
  writeFileSync(join(folder, 'chain.pem'), readFileSync(join(folder, hasIntermediate ? 'between.pem' : 'root.pem')));
  openssl('ca', '-gencrl', '-config', 'all.cnf', '-cert', 'root.pem', '-keyfile', 'root.key', '-out', 'list.pem');
  openssl('crl', '-in', 'list.pem', '-outform', 'DER', '-out', 'list.der');
  const url = await listening((question) => {
    writeFileSync(join(folder, 'question.tsq'), question);
    openssl('ts', '-reply', '-config', 'all.cnf', '-section', 'stamps', '-queryfile', 'question.tsq', '-out', 'answer.tsr');
    return readFileSync(join(folder, 'answer.tsr'));
  });
  return {
    url,
    rootFile: join(folder, 'root.pem'),
    listFile: join(folder, 'list.der'),
    verify: (token, stamped) => {
      writeFileSync(join(folder, 'token.der'), token);
      writeFileSync(join(folder, 'stamped.bin'), stamped);
      return openssl('ts', '-verify', '-data', 'stamped.bin', '-in', 'token.der', '-token_in', '-CAfile', 'root.pem');
    },
  };
}

/** The answer of openssl about these files, which are gone after the test. */
export function opensslOn(files: Readonly<Record<string, Uint8Array | string>>, ...parameters: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'openssl-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return run(folder, parameters);
}

async function listening(answer: (question: Buffer) => Buffer): Promise<string> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => response.end(answer(Buffer.concat(parts))));
  });
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  // A server that listens on a port has this form of address.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/`;
}

function run(folder: string, parameters: readonly string[]): string {
  try {
    return execFileSync('openssl', parameters, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing) TestRunner.getCurrentTest()?.context.skip('openssl is not installed');
    throw error;
  }
}
