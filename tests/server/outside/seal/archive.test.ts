import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { DAY } from '#domain/base/limits.ts';
import { demoDocument } from '#tests/server/outside/pdf/demo-document.ts';
import { onPdf } from '#tests/server/outside/pdf/pdf-tools.ts';
import { openOpensslTsa } from './openssl-tsa.ts';
import { demoSealer, NOW } from './sealed-demo.ts';
import { archived, fileWith, loopbackTsa, stampingSealer } from './stamped-demo.ts';
import { stampingCertificate } from './tsa.ts';

const pdf = renderPdf(demoDocument());
const YEAR = 365 * DAY;

test('a stamp behind the seal: the sealed bytes stay as they are, and the file verifies with its time', async () => {
  const { sealer, tsa } = await stampingSealer();
  const { bytes: sealed } = await sealer.seal(pdf, 'Sealed');
  const once = await archived(sealer, sealed);
  expect(once.subarray(0, sealed.length).equals(Buffer.from(sealed))).toBe(true);
  expect(await sealer.verify(once)).toMatchObject({ state: 'VALID', stampedAt: tsa.stampedAt, archivedAt: [tsa.stampedAt] });
  const twice = await archived(sealer, once);
  expect(twice.subarray(0, once.length).equals(once)).toBe(true);
  expect(await sealer.verify(twice)).toMatchObject({ state: 'VALID', archivedAt: [tsa.stampedAt, tsa.stampedAt] });
});

test('a file cut back to an earlier revision is that earlier file, and one cut elsewhere is ALTERED', async () => {
  const { sealer, tsa } = await stampingSealer();
  const { bytes: sealed } = await sealer.seal(pdf, 'Sealed');
  const once = await archived(sealer, sealed);
  const twice = await archived(sealer, once);
  expect(await sealer.verify(twice.subarray(0, once.length))).toMatchObject({ state: 'VALID', archivedAt: [tsa.stampedAt] });
  expect(await sealer.verify(twice.subarray(0, sealed.length))).toEqual(await sealer.verify(sealed));
  for (const end of [sealed.length + 1, sealed.length + 2000, once.length - 1, once.length + 1, twice.length - 1])
    expect({ end, state: (await sealer.verify(twice.subarray(0, end))).state }).toEqual({ end, state: 'ALTERED' });
  expect(await sealer.verify(Buffer.concat([twice, Buffer.from('\n')]))).toMatchObject({ state: 'ALTERED' });
});

test('the first stamp takes two requests, as the certificates of the authority are not known yet; each later one takes one', async () => {
  const { sealer, tsa } = await stampingSealer();
  const { bytes } = await sealer.seal(pdf, 'Sealed');
  await archived(sealer, bytes);
  expect(tsa.asked()).toBe(2);
  await archived(sealer, bytes);
  expect(tsa.asked()).toBe(3);
});

test.each([
  ['RSA', { keyType: ['rsa:2048'] }],
  ['RSA, with a certificate between', { keyType: ['rsa:3072'], hasIntermediate: true }],
  ['elliptic curve', { keyType: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-384'] }],
])(
  'stamps of an authority that is not ours (openssl, %s) are taken, with its revocation list, and other programs find the file sound',
  async (_name, identity) => {
    const tsa = await openOpensslTsa(identity);
    const sealer = await demoSealer({ tsaUrl: tsa.url, tsaRoots: tsa.rootFile, tsaCrl: tsa.listFile, clock: Date.now });
    const { bytes: sealed } = await sealer.seal(pdf, 'Sealed');
    const file = await archived(sealer, await archived(sealer, sealed));
    expect(await sealer.verify(file)).toMatchObject({ state: 'VALID', archivedAt: [expect.any(Number), expect.any(Number)] });
    // The list of the authority is stored once, for both stamps.
    expect(file.toString('latin1').split(readFileSync(tsa.listFile).toString('latin1'))).toHaveLength(2);
    expect(onPdf(file, 'qpdf', '--check', 'FILE')).toContain('No syntax or stream encoding errors found');
    expect(onPdf(file, 'pdfsig', 'FILE')).toContain('Signature is Valid.');
    const gapStart = file.lastIndexOf('/Contents <') + '/Contents '.length;
    const gapEnd = file.indexOf('>', gapStart) + 1;
    const token = Buffer.from(file.toString('latin1', gapStart + 1, gapEnd - 1), 'hex');
    const stamped = Buffer.concat([file.subarray(0, gapStart), file.subarray(gapEnd)]);
    const length = 4 + token.readUInt16BE(2);
    expect(tsa.verify(token.subarray(0, length), stamped)).toContain('Verification: OK');
  },
);

test('an authority without a root in the settings is not asked at all, and one of another root is not believed', async () => {
  const tsa = await loopbackTsa();
  const silent = await demoSealer({ tsaUrl: tsa.url });
  expect([silent.stamps, silent.archive, (await demoSealer()).stamps]).toEqual(['NO_ROOTS', undefined, 'OFF']);
  const other = await demoSealer({ tsaUrl: tsa.url, tsaRoots: fileWith((await loopbackTsa()).root) });
  const { bytes } = await other.seal(pdf, 'Sealed');
  await expect(archived(other, bytes)).rejects.toThrow('no root in the settings');
  expect(tsa.asked()).toBe(1);
});

test('stamps verify after the authority was left for another, and not on a server that never trusted it', async () => {
  const { sealer: before, tsa } = await stampingSealer();
  const dataDir = fileWith('').replace('/file.pem', '');
  const first = await demoSealer({ dataDir, tsaUrl: tsa.url, tsaRoots: fileWith(tsa.root) });
  const file = await archived(first, (await first.seal(pdf, 'Sealed')).bytes);
  const next = await loopbackTsa();
  const later = await demoSealer({ dataDir, tsaUrl: next.url, tsaRoots: fileWith(next.root) });
  expect(await later.verify(file)).toMatchObject({ state: 'VALID', archivedAt: [tsa.stampedAt] });
  expect(await later.verify(await archived(later, file))).toMatchObject({ state: 'VALID' });
  expect(await before.verify(file)).toMatchObject({ state: 'UNKNOWN' });
});

test.each([
  ['not critical', { isCritical: false }],
  ['with another usage beside', { others: ['1.3.6.1.5.5.7.3.4'] }],
  ['that had ended', { until: NOW - DAY }],
  ['that had not begun', { from: NOW + DAY }],
])('a certificate for time stamping %s stamps nothing', async (_name, wanted) => {
  const tsa = await loopbackTsa('none', { identity: await stampingCertificate(wanted), clock: () => NOW });
  const sealer = await demoSealer({ tsaUrl: tsa.url, tsaRoots: fileWith(tsa.root) });
  const { bytes } = await sealer.seal(pdf, 'Sealed');
  await expect(archived(sealer, bytes)).rejects.toThrow('does not fit');
});

test('a later stamp is no older than the one before, whose certificate was good when it was made', async () => {
  const clock = { now: NOW };
  const own = { clock: () => clock.now };
  const first = await loopbackTsa('none', { ...own, identity: await stampingCertificate({ until: NOW + YEAR, name: 'First' }) });
  const second = await loopbackTsa('none', { ...own, identity: await stampingCertificate({ name: 'Second' }) });
  const dataDir = fileWith('').replace('/file.pem', '');
  const tsaRoots = fileWith(first.root, second.root);
  const one = await demoSealer({ dataDir, tsaUrl: first.url, tsaRoots });
  const two = await demoSealer({ dataDir, tsaUrl: second.url, tsaRoots });
  const file = await archived(one, (await one.seal(pdf, 'Sealed')).bytes);
  clock.now = NOW - 1000;
  await expect(archived(two, file)).rejects.toThrow('older than the one before');
  clock.now = NOW + YEAR + DAY;
  await expect(archived(two, file)).rejects.toMatchObject({ name: 'ArchiveLapsed' });
  clock.now = NOW + YEAR - DAY;
  expect(await two.verify(await archived(two, file))).toMatchObject({ state: 'VALID', archivedAt: [NOW, clock.now] });
});

test('a file holds the list of its own root, and a newer one once that is 30 days old', async () => {
  const clock = { now: NOW };
  const { sealer } = await stampingSealer({ clock: () => clock.now });
  const { bytes } = await sealer.seal(pdf, 'Sealed');
  expect(await sealer.hasRevocationList()).toBe(true);
  const streams = (file: Buffer) => file.toString('latin1', bytes.length).split('endstream').length - 1;
  const once = await archived(sealer, bytes);
  // Seal, its root, the authority, the list.
  expect(streams(once)).toBe(4);
  clock.now += 29 * DAY;
  expect(streams(await archived(sealer, once))).toBe(4);
  clock.now += DAY;
  expect(streams(await archived(sealer, once))).toBe(5);
});

test('a file of another hospital, one that was changed and one that was never sealed get none', async () => {
  const { sealer } = await stampingSealer();
  const { bytes } = await sealer.seal(pdf, 'Sealed');
  const changed = Buffer.from(bytes);
  changed[1000] = (changed[1000] ?? 0) ^ 1;
  const foreign = (await (await demoSealer()).seal(pdf, 'Sealed')).bytes;
  for (const file of [changed, foreign, pdf])
    await expect(archived(sealer, file)).rejects.toMatchObject({ name: 'ArchiveUnsound' });
});

test('settings that name no certificates stop the start with a sentence', async () => {
  const wanted = { tsaUrl: 'http://127.0.0.1:1/' };
  await expect(demoSealer({ ...wanted, tsaRoots: '/nowhere.pem' })).rejects.toThrow(
    'there is no file /nowhere.pem, which tsa.roots names.',
  );
  const path = fileWith('nothing');
  await expect(demoSealer({ ...wanted, tsaRoots: path })).rejects.toThrow('which tsa.roots names, holds no certificates.');
});
