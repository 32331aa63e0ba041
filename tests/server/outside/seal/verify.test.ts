import { X509Certificate } from 'node:crypto';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { P12Signer, PDF } from '@libpdf/core';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { cmsSignerOf, readCms, sha256, signedAttributes, writeCms } from '#server/outside/seal/cms.ts';
import type { Sealer } from '#server/outside/seal/sealer.ts';
import { openSealer } from '#server/outside/seal/sealer.ts';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoDocument } from '#tests/server/outside/pdf/demo-document.ts';
import { seededRandom } from '#tests/support/checks/random.ts';
import { demoSealer, NOW } from './sealed-demo.ts';
import { signatureGaps } from '#server/outside/seal/signature-gap.ts';
import { requestStamp } from '#server/outside/seal/stamp.ts';
import { writeToken } from '#server/outside/seal/token.ts';
import { authorityOf } from './stamped-demo.ts';
import { openTsa } from './tsa.ts';

const pdf = renderPdf(demoDocument());
let sealer: Sealer;
let sealed: Buffer;

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'verify-test-'));
  sealer = await openSealer({ dataDir, organisationName: 'Demo General Hospital', clock: () => NOW });
  sealed = Buffer.from((await sealer.seal(pdf, 'Sealed')).bytes);
  return () => rmSync(dataDir, { recursive: true, force: true });
});

const stateOf = async (bytes: Uint8Array): Promise<string> => (await sealer.verify(bytes)).state;

const altered = (reason: string) => ({
  state: 'ALTERED',
  reason,
  sealedBy: 'Demo General Hospital seal',
  leaf: sealer.leaf.sha256,
});

function gapOf(file: Buffer): { start: number; end: number } {
  const start = file.lastIndexOf('/Contents <') + '/Contents '.length;
  return { start, end: file.indexOf('>', start) + 1 };
}

function hexIn(file: Buffer, { start, end }: { start: number; end: number }): Buffer {
  return Buffer.from(file.toString('latin1', start + 1, end - 1), 'hex');
}

test('a sealed file as it came is VALID and names who sealed it', async () => {
  expect(await sealer.verify(sealed)).toEqual({
    state: 'VALID',
    reason: 'The file is exactly as it was sealed.',
    sealedBy: 'Demo General Hospital seal',
    leaf: sealer.leaf.sha256,
  });
});

test('one changed bit anywhere is never VALID: 300 places, 100 of them inside the seal', async () => {
  const next = seededRandom('one bit');
  const { start, end } = gapOf(sealed);
  const places = [
    ...Array.from({ length: 200 }, () => Math.floor(next() * sealed.length)),
    ...Array.from({ length: 100 }, () => start + Math.floor(next() * (end - start))),
  ];
  const missed: number[] = [];
  for (const place of places) {
    const changed = Buffer.from(sealed);
    changed[place] = (changed[place] ?? 0) ^ (1 << Math.floor(next() * 8));
    if ((await stateOf(changed)) === 'VALID') missed.push(place);
  }
  expect(missed).toEqual([]);
});

test('every digit of the seal counts: the same number in small letters, or other padding, is not VALID', async () => {
  const { start, end } = gapOf(sealed);
  const small = Buffer.from(sealed);
  small.write(small.toString('latin1', start, end).toLowerCase(), start, 'latin1');
  const padded = Buffer.from(sealed);
  padded.write('1', end - 2, 'latin1');
  expect([await stateOf(small), await stateOf(padded)]).toEqual(['ALTERED', 'ALTERED']);
});

test('changed content is ALTERED', async () => {
  const changed = Buffer.from(sealed);
  changed[1000] = (changed[1000] ?? 0) ^ 1;
  expect(await sealer.verify(changed)).toEqual(altered('The content is not what was sealed.'));
});

test('a document of an earlier build with the stamp inside its seal verifies, and with the stamp of another it does not', async () => {
  const tsa = await openTsa();
  onTestFinished(tsa.close);
  const place = gapOf(sealed);
  const { certificates, signature } = readCms(hexIn(sealed, place));
  const [leaf = new Uint8Array(), ...chain] = certificates.toSorted(
    (a, b) => Number(new X509Certificate(a).ca) - Number(new X509Certificate(b).ca),
  );
  const signer = cmsSignerOf({ leaf, chain });
  const attributes = signedAttributes(sha256(sealed.subarray(0, place.start), sealed.subarray(place.end)), signer);
  const stampedOver = async (content: Uint8Array): Promise<Buffer> => {
    const token = writeToken((await requestStamp(content, authorityOf(tsa))).token);
    const hex = writeCms({ signer, signedAttributes: attributes, signature, token }).toString('hex').toUpperCase();
    const room = place.end - place.start - 2;
    expect(hex.length).toBeLessThan(room);
    const file = Buffer.from(sealed);
    file.write(`<${hex.padEnd(room, '0')}>`, place.start, 'latin1');
    return file;
  };
  expect(await sealer.verify(await stampedOver(signature))).toMatchObject({ state: 'VALID', stampedAt: tsa.stampedAt });
  expect(await sealer.verify(await stampedOver(attributes))).toEqual(altered('The time stamp of the seal is damaged.'));
});

test('an appended revision is ALTERED, even one that other programs call valid', async () => {
  const opened = await PDF.load(sealed);
  opened.setTitle('Consent to something else');
  const appended = await opened.save({ incremental: true });
  expect(Buffer.from(appended.subarray(0, sealed.length)).equals(sealed)).toBe(true);
  expect(await sealer.verify(appended)).toEqual(altered('Something was added to the file after it was sealed.'));
  expect(await stateOf(Buffer.concat([sealed, Buffer.from('\n')]))).toBe('ALTERED');
});

test('a second signature by somebody else on top of ours is ALTERED', async () => {
  const opened = await PDF.load(sealed);
  const key = readFileSync(join(import.meta.dirname, 'p12/rsa-modern.p12'));
  const { bytes } = await opened.sign({ signer: await P12Signer.create(key, 'demo-passphrase'), fieldName: 'Other' });
  expect(await sealer.verify(bytes)).toMatchObject({ state: 'ALTERED' });
});

test('the same document sealed by somebody else is UNKNOWN, whatever they call themselves', async () => {
  const stranger = await demoSealer();
  const { bytes } = await stranger.seal(pdf, 'Sealed');
  expect(await sealer.verify(bytes)).toEqual({
    state: 'UNKNOWN',
    reason: 'The file was not sealed by this organisation.',
    sealedBy: 'Demo General Hospital seal',
  });
});

test('our seal cut out and pasted into another document is ALTERED', async () => {
  const other = Buffer.from((await sealer.seal(renderPdf(demoDocument({ title: 'Another form' })), 'Sealed')).bytes);
  const [from, to] = [gapOf(sealed), gapOf(other)];
  sealed.copy(other, to.start, from.start, from.end);
  expect(await stateOf(other)).toBe('ALTERED');
});

test('a file without a seal is UNKNOWN', async () => {
  expect(await sealer.verify(pdf)).toEqual({ state: 'UNKNOWN', reason: 'The file carries no seal.' });
});

test('no bytes whatever make the check fail: junk, cuts, endless nesting, wild ranges', async () => {
  const next = seededRandom('junk');
  const junk = Buffer.from(Array.from({ length: 5000 }, () => Math.floor(next() * 256)));
  const nested = Buffer.concat([Buffer.from('%PDF-1.7\n<'), Buffer.from('30'.repeat(100_000)), Buffer.from('>')]);
  const range = Buffer.from(`\n/ByteRange [0 9 ${nested.length} `);
  const files = [
    Buffer.alloc(0),
    junk,
    Buffer.concat([sealed.subarray(0, 2000), junk]),
    Buffer.concat([nested, range, Buffer.from(`${range.length + 5}     ]`.slice(0, 8))]),
    Buffer.from('%PDF-1.7 /ByteRange [9999999999 9999999999 9999999999 9999999999]'),
    Buffer.from('%PDF-1.7 /ByteRange [0 1 2 63]'.padEnd(65)),
    Buffer.from('/ByteRange ['.repeat(50_000)),
    Buffer.from(`%PDF-${'/ByteRange [0 10 20 30]'.repeat(50_000)}`),
    Buffer.alloc(65 * 1024 * 1024, 0x20),
    ...Array.from({ length: 60 }, () => sealed.subarray(0, Math.floor(next() * sealed.length))),
  ];
  const states = new Set<string>();
  for (const file of files) states.add(await stateOf(file));
  expect(states).not.toContain('VALID');
  expect(await sealer.verify(Buffer.alloc(65 * 1024 * 1024))).toMatchObject({
    reason: 'The file is too large to be a sealed consent.',
  });
});

test('of a file that is full of marks a bounded number is looked at', () => {
  expect(signatureGaps(sealed)).toHaveLength(1);
  const marked = (count: number) => Buffer.concat([sealed, Buffer.from('/ByteRange '.repeat(count))]);
  expect(signatureGaps(marked(500))).toHaveLength(1);
  // The signature lies below more marks than any file of ours has.
  expect(signatureGaps(marked(600))).toEqual([]);
});
