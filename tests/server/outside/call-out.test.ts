import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, TestRunner } from 'vitest';
import { mayConnect, NO_CONNECTION_WORDS } from '#domain/organisation/outbound-hosts.ts';
import { openCallOut, type OutgoingCall } from '#server/outside/call-out.ts';
import { newFolder } from './seal/sealed-demo.ts';

const HOSTS = ['fhir.trust.nhs.uk', 'engine.trust.nhs.uk:8443'];

test.each([
  ['https://fhir.trust.nhs.uk/r4', true],
  ['https://FHIR.trust.nhs.uk:443/r4', true],
  ['https://engine.trust.nhs.uk:8443/', true],
  ['https://engine.trust.nhs.uk/', false],
  ['https://fhir.trust.nhs.uk:8443/', false],
  ['http://fhir.trust.nhs.uk/', false],
  ['https://fhir.trust.nhs.uk@evil.example/', false],
  ['https://name:word@fhir.trust.nhs.uk/', false],
  ['https://sub.fhir.trust.nhs.uk/', false],
  ['https://fhir.trust.nhs.uk.evil.example/', false],
  ['https://127.0.0.1/', false],
  ['file:///etc/passwd', false],
  ['fhir.trust.nhs.uk', false],
])('%s may be called: %s', (address, isAllowed) => {
  expect(URL.canParse(address) && mayConnect(new URL(address), HOSTS)).toBe(isAllowed);
});

async function listening(listener: RequestListener, secure?: { key: string; cert: string }): Promise<number> {
  const server = secure === undefined ? createServer(listener) : createSecureServer(secure, listener);
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  // A server that listens on a port has this form of address.
  return (server.address() as AddressInfo).port;
}

const question = (address: string, from: OutgoingCall['from'] = 'OPERATOR'): OutgoingCall => ({
  address,
  from,
  method: 'POST',
  body: Buffer.from('question'),
  timeoutMs: 2000,
  answerMost: 100,
});

test('an address of the settings is called, one that somebody entered only where its host is listed', async () => {
  let asked = 0;
  const port = await listening((_, response) => ((asked += 1), response.end('answer')));
  const callOut = openCallOut({ outboundHosts: HOSTS });
  const address = `http://127.0.0.1:${port}/`;
  expect((await callOut(question(address))).body.toString()).toBe('answer');
  await expect(callOut(question(address, 'PERSON'))).rejects.toThrow(NO_CONNECTION_WORDS);
  expect(asked).toBe(1);
});

test('no redirect is followed, no answer is read beyond its limit, and none is waited for beyond its time', async () => {
  let redirected = 0;
  const goal = await listening((_, response) => ((redirected += 1), response.end()));
  const port = await listening((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: `http://127.0.0.1:${goal}/` }).end();
    if (request.url === '/long') response.end(Buffer.alloc(101));
  });
  const callOut = openCallOut({ outboundHosts: [] });
  expect((await callOut(question(`http://127.0.0.1:${port}/moved`))).status).toBe(302);
  expect(redirected).toBe(0);
  await expect(callOut(question(`http://127.0.0.1:${port}/long`))).rejects.toMatchObject({ name: 'AnswerTooLarge' });
  await expect(callOut({ ...question(`http://127.0.0.1:${port}/silent`), timeoutMs: 100 })).rejects.toThrow('aborted');
});

test('another system proves who it is: by the usual authorities, or by one of the hospital’s own', async () => {
  const folder = newFolder();
  const made = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    'key.pem',
    '-out',
    'cert.pem',
  ];
  const about = ['-days', '30', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  try {
    execFileSync('openssl', [...made, ...about], { cwd: folder, stdio: 'pipe' });
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing) TestRunner.getCurrentTest()?.context.skip('openssl is not installed');
    throw error;
  }
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => readFileSync(join(folder, name), 'utf8'));
  const port = await listening((_, response) => response.end('answer'), { key: key ?? '', cert: cert ?? '' });
  const [named, other] = [`https://localhost:${port}/`, `https://127.0.0.1:${port}/`];
  await expect(openCallOut({ outboundHosts: [] })(question(named))).rejects.toThrow('self-signed');
  const callOut = openCallOut({ outboundHosts: [], authorities: cert });
  expect((await callOut(question(named))).status).toBe(200);
  await expect(callOut(question(other))).rejects.toThrow('does not match');
});

/** Files of the server that open a connection by themselves; SMTP and the database have their own packages. */
const CALLERS = ['outside/call-out.ts'];
/** Files that listen, or look at what somebody else listens on, on this machine. */
const LOCAL = ['preflight.ts', 'data/open/embedded/lock.ts', 'work/backup/running-copy.ts'];

test('every other file of the server makes its calls through that one function', () => {
  const root = join(import.meta.dirname, '../../../server');
  const opening =
    /(?<![.\w])fetch\(|import \{[^}]*\b(?:request|get|createConnection|connect)\b[^}]*\} from 'node:(?:https?|http2|net|tls|dgram)'|import (?!type)(?:\* as )?\w+ from 'node:(?:https?|http2|net|tls|dgram)'|from 'undici'/;
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const found = files.filter((file) => opening.test(readFileSync(join(root, file), 'utf8')));
  expect(found.filter((file) => !LOCAL.includes(file)).toSorted()).toEqual(CALLERS);
});
