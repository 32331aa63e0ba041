import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { SealingStopped } from '#server/outside/seal/sealer.ts';
import { unfitness } from '#server/outside/seal/fitness.ts';
import { openSealKeys, SealKeysRefused } from '#server/outside/seal/keys.ts';
import { openP12 } from '#server/outside/seal/p12.ts';
import { makeCertificate, makeP12 } from '#tests/support/files/certificates.ts';
import { demoDocument } from '#tests/server/outside/pdf/demo-document.ts';
import { onPdf } from '#tests/server/outside/pdf/pdf-tools.ts';
import { demoSealer, newFolder, NOW } from './sealed-demo.ts';

const YEAR_MS = 365.25 * 24 * 3600 * 1000;
const pdf = renderPdf(demoDocument());
/** The key files of these tests begin in November 2026. */
const LATER = NOW + YEAR_MS;
const organisationName = 'Demo General Hospital';
const p12 = (name: string): string => join(import.meta.dirname, 'p12', `${name}.p12`);

test('keys are made once, kept for the owner alone, and are the same at the next start', async () => {
  const dataDir = newFolder();
  const first = await openSealKeys({ dataDir, organisationName, now: NOW });
  const second = await openSealKeys({ dataDir, organisationName, now: NOW + 1000 });
  expect(first.isSelfSigned).toBe(true);
  expect(Buffer.from(second.leaf).equals(first.leaf)).toBe(true);
  expect(statSync(join(dataDir, 'seal/keys.json')).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(dataDir, 'seal')).toSorted()).toEqual(['keys.json', 'trusted']);
});

test('keys that are there keep their name, whatever the organisation is called at a later start', async () => {
  const dataDir = newFolder();
  const first = await openSealKeys({ dataDir, organisationName: 'Assent', now: NOW });
  const later = await openSealKeys({ dataDir, organisationName, now: NOW + 1000 });
  expect(later.leaf).toEqual(first.leaf);
  expect(later.chain).toEqual(first.chain);
});

test('the leaf may sign documents and nothing else, and its root vouches for it', async () => {
  const { leaf, chain } = await openSealKeys({ dataDir: newFolder(), organisationName, now: NOW });
  const [certificate, root] = [new X509Certificate(leaf), new X509Certificate(chain[0] ?? leaf)];
  expect(certificate.ca).toBe(false);
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.36', '1.3.6.1.5.5.7.3.4']);
  expect(root.ca).toBe(true);
  expect(certificate.checkIssued(root) && certificate.verify(root.publicKey)).toBe(true);
  expect(Date.parse(certificate.validTo)).toBeGreaterThan(NOW + 4 * YEAR_MS);
  // A root beyond 2049 needs the long form of a year.
  expect(Date.parse(root.validTo)).toBeGreaterThan(NOW + 29 * YEAR_MS);
});

test('a leaf near its end is replaced under the same root, and old seals still verify', async () => {
  const dataDir = newFolder();
  const before = await demoSealer({ dataDir });
  const old = await before.seal(pdf, 'Sealed');
  const after = await demoSealer({ dataDir, clock: () => NOW + 4.9 * YEAR_MS });
  const fresh = await after.seal(pdf, 'Sealed');
  expect((await after.verify(old.bytes)).state).toBe('VALID');
  expect((await after.verify(fresh.bytes)).state).toBe('VALID');
  const [oldKeys, newKeys] = [
    await openSealKeys({ dataDir: newFolder(), organisationName, now: NOW }),
    await openSealKeys({ dataDir, organisationName, now: NOW + 4.9 * YEAR_MS }),
  ];
  expect(Date.parse(new X509Certificate(newKeys.leaf).validTo)).toBeGreaterThan(
    Date.parse(new X509Certificate(oldKeys.leaf).validTo),
  );
});

test('a leaf that was made while the clock was ahead is replaced once it is right: what is signed does not wait for years', async () => {
  let now = NOW;
  const dataDir = newFolder();
  await demoSealer({ dataDir, clock: () => now });
  now = NOW + 4.9 * YEAR_MS;
  const ahead = await demoSealer({ dataDir, clock: () => now });
  const renewed = ahead.leaf.notBefore;
  now = NOW + 1000;
  expect(ahead.fault()).toMatchObject({ sentence: expect.stringContaining('is not valid yet') });
  expect(await ahead.renew(async () => undefined)).toBe('TAKEN');
  expect(Date.parse(ahead.leaf.notBefore)).toBeLessThan(Date.parse(renewed));
  expect((await ahead.verify((await ahead.seal(pdf, 'Sealed')).bytes)).state).toBe('VALID');
  expect(await ahead.renew(async () => undefined)).toBe('SAME');
  // Before its root there was no hospital: the clock is behind, and another leaf would help nobody.
  now = NOW - YEAR_MS;
  expect(await ahead.renew(async () => undefined)).toBe('SAME');
});

test.each(['{"root":', '{}', '{"root":"a","rootKey":"b","leaf":"c","leafKey":"d"}'])(
  'damaged keys (%j) stop the start and are never replaced in silence',
  async (content) => {
    const dataDir = newFolder();
    await openSealKeys({ dataDir, organisationName, now: NOW });
    const path = join(dataDir, 'seal/keys.json');
    writeFileSync(path, content);
    await expect(openSealKeys({ dataDir, organisationName, now: NOW })).rejects.toThrow('Restore seal/keys.json from a backup.');
    expect(readFileSync(path, 'utf8')).toBe(content);
  },
);

test.each(['rsa-modern', 'rsa-legacy'])(
  'the organisation’s own key file (%s) seals, and another program finds the seal valid',
  async (name) => {
    const sealer = await demoSealer({ p12Path: p12(name), p12Passphrase: 'demo-passphrase', clock: () => LATER });
    const { bytes } = await sealer.seal(pdf, 'Sealed');
    expect(sealer.isSelfSigned).toBe(false);
    expect(await sealer.verify(bytes)).toMatchObject({ state: 'VALID', sealedBy: 'Demo Trust documents' });
    const report = onPdf(bytes, 'pdfsig', 'FILE');
    expect(report).toContain('Signature is Valid.');
    expect(report).toContain('Total document signed');
  },
);

test('after the organisation’s key file comes, seals made before still verify', async () => {
  const dataDir = newFolder();
  const old = await (await demoSealer({ dataDir })).seal(pdf, 'Sealed');
  const sealer = await demoSealer({ dataDir, p12Path: p12('rsa-modern'), p12Passphrase: 'demo-passphrase', clock: () => LATER });
  expect((await sealer.verify(old.bytes)).state).toBe('VALID');
});

test.each([
  ['a wrong passphrase', p12('rsa-modern'), 'wrong', 'SEAL_P12_PASSPHRASE does not open the file named by SEAL_P12.'],
  ['no passphrase', p12('rsa-modern'), undefined, 'SEAL_P12_PASSPHRASE does not open the file named by SEAL_P12.'],
  ['a missing file', p12('nowhere'), 'demo-passphrase', 'The file named by SEAL_P12 does not exist.'],
  [
    'a file of another kind',
    join(import.meta.dirname, 'p12/README.md'),
    'demo-passphrase',
    'The file named by SEAL_P12 cannot be read as PKCS#12.',
  ],
])('%s is told in one sentence', async (_name, p12Path, passphrase, sentence) => {
  const place = {
    dataDir: newFolder(),
    organisationName,
    now: LATER,
    p12Path,
    ...(passphrase !== undefined && { p12Passphrase: passphrase }),
  };
  await expect(openSealKeys(place)).rejects.toThrow(new SealKeysRefused(sentence));
});

test('of two authorities of one name, the one that signed the certificate is its chain', async () => {
  const [root, namesake] = [makeCertificate({ name: 'One root' }), makeCertificate({ name: 'One root' })];
  const leaf = makeCertificate({ name: 'Demo seal', issuer: root, isCa: false });
  const opened = await openP12(await makeP12(leaf, [namesake, root], 'demo'), 'demo');
  if (typeof opened === 'string') throw new Error(opened);
  expect(opened.chain.map((der) => Buffer.from(der))).toEqual([root.der]);
  expect(unfitness(opened)).toBeUndefined();
  const without = await openP12(await makeP12(leaf, [namesake], 'demo'), 'demo');
  if (typeof without === 'string') throw new Error(without);
  expect(unfitness(without)).toMatch(/^SEAL_P12 lacks One root\. /);
});

const OWN = 'The certificate that this server made';
const PROVIDED = 'The certificate in SEAL_P12';
const FILE = { p12Path: p12('rsa-modern'), p12Passphrase: 'demo-passphrase' };

test.each([
  [OWN, 'is not valid yet.', {}, NOW, -YEAR_MS],
  [OWN, 'is out of date.', {}, NOW, 6 * YEAR_MS],
  [PROVIDED, 'is not valid yet.', FILE, LATER, -2 * YEAR_MS],
  [PROVIDED, 'is out of date.', FILE, LATER, 100 * YEAR_MS],
])('nothing is sealed, and the sentence is: %s %s', async (whose, why, given, at, moved) => {
  const clock = { at };
  const sealer = await demoSealer({ ...given, clock: () => clock.at });
  await expect(sealer.seal(pdf, 'Sealed')).resolves.toBeDefined();
  clock.at += moved;
  await expect(sealer.seal(pdf, 'Sealed')).rejects.toThrow(new SealingStopped(`${whose} ${why}`));
});

test('a certificate that has ended opens, and seals nothing', async () => {
  const sealer = await demoSealer({ p12Path: p12('ec-one-day'), p12Passphrase: 'demo-passphrase', clock: () => LATER });
  expect(sealer.fault()).toBeDefined();
  await expect(sealer.seal(pdf, 'Sealed')).rejects.toThrow(SealingStopped);
});
