import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { writeRevision } from '#server/outside/seal/archive-revision.ts';
import { sequence, setOf, tlv } from '#server/outside/seal/der.ts';
import { children, child, rawOf, readDer } from '#server/outside/seal/read-der.ts';
import { openSealer, type Sealer } from '#server/outside/seal/sealer.ts';
import { requestStamp, type StampAuthority } from '#server/outside/seal/stamp.ts';
import { writeToken } from '#server/outside/seal/token.ts';
import { demoDocument } from '#tests/server/outside/pdf/demo-document.ts';
import { printFigure } from '#tests/support/checks/figures.ts';
import { seededRandom } from '#tests/support/checks/random.ts';
import { ATTACKS, attacked } from './attack-revisions.ts';
import { NOW } from './sealed-demo.ts';
import { archived, authorityOf } from './stamped-demo.ts';
import { openTsa } from './tsa.ts';

/** The full number is that of the rule; a push tries a few. */
const FLIPS = process.env['FULL'] === '1' ? 10_000 : 150;

let sealer: Sealer;
let authority: StampAuthority;
let other: StampAuthority;
let sealed: Buffer;
let once: Buffer;
let twice: Buffer;

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'attack-test-'));
  const [tsa, stranger] = [await openTsa(), await openTsa()];
  writeFileSync(join(dataDir, 'roots.pem'), tsa.root);
  const organisationName = 'Demo General Hospital';
  sealer = await openSealer({
    dataDir,
    organisationName,
    clock: () => NOW,
    tsaUrl: tsa.url,
    tsaRoots: join(dataDir, 'roots.pem'),
  });
  [authority, other] = [authorityOf(tsa), authorityOf(stranger)];
  sealed = Buffer.from((await sealer.seal(renderPdf(demoDocument()), 'Sealed')).bytes);
  once = await archived(sealer, sealed);
  twice = await archived(sealer, once);
  return async () => {
    await Promise.all([tsa.close(), stranger.close()]);
    rmSync(dataDir, { recursive: true, force: true });
  };
});

const stateOf = async (file: Uint8Array) => (await sealer.verify(file)).state;

test('the attacker’s way of writing a revision is sound: without an attack it is one of ours', async () => {
  expect(await stateOf(await attacked(once, () => undefined, authority))).toBe('VALID');
  expect(Object.keys(ATTACKS).length).toBeGreaterThanOrEqual(40);
});

test.each(Object.keys(ATTACKS))('%s behind the seal, under an honest stamp, is ALTERED', async (name) => {
  const attack = ATTACKS[name] ?? (() => undefined);
  for (const before of [sealed, once]) expect(await stateOf(await attacked(before, attack, authority))).toBe('ALTERED');
});

test('an honest revision under the stamp of an authority that is not ours is ALTERED', async () => {
  expect(await stateOf(await attacked(once, () => undefined, other))).toBe('ALTERED');
});

/** The file with another token in its last gap. */
function withToken(file: Buffer, change: (token: Buffer) => Buffer): Buffer {
  const start = file.lastIndexOf('/Contents <') + '/Contents '.length;
  const end = file.indexOf('>', start) + 1;
  const padded = Buffer.from(file.toString('latin1', start + 1, end - 1), 'hex');
  const changed = Buffer.from(file);
  const token = change(padded.subarray(0, readDer(padded).length));
  changed.write(
    `<${token
      .toString('hex')
      .toUpperCase()
      .padEnd(end - start - 2, '0')}>`,
    start,
    'latin1',
  );
  return changed;
}

type Signed = { head: Buffer[]; signer: Buffer[] };

/** The token with one part other: signed by nobody, so that the stamp itself stays right. */
function rewritten(token: Buffer, change: (parts: Signed) => Signed): Buffer {
  const [type, content] = children(readDer(token).block);
  const all = children(child(content, 0)).map((each) => rawOf(each));
  const signer = children(child(children(child(content, 0)).at(-1), 0)).map((each) => rawOf(each));
  const next = change({ head: all.slice(0, -1), signer });
  return sequence(rawOf(type), tlv(0xa0, sequence(...next.head, setOf(0x31, [sequence(...next.signer)]))));
}

test('parts of a token that nobody signs are as we write them', async () => {
  expect(await stateOf(withToken(twice, (token) => rewritten(token, (parts) => parts)))).toBe('VALID');
  const attribute = sequence(Buffer.from('06032a0304', 'hex'), setOf(0x31, [Buffer.from('0500', 'hex')]));
  const faults: Record<string, (parts: Signed) => Signed> = {
    'an attribute that is not signed': ({ head, signer }) => ({ head, signer: [...signer, tlv(0xa1, attribute)] }),
    'another version': ({ head, signer }) => ({ head: [Buffer.from('020101', 'hex'), ...head.slice(1)], signer }),
    'another version of the signer': ({ head, signer }) => ({ head, signer: [Buffer.from('020103', 'hex'), ...signer.slice(1)] }),
    'a certificate twice': ({ head, signer }) => ({
      head: head.map((part) =>
        part[0] === 0xa0 ? tlv(0xa0, ...children(readDer(part).block).flatMap((one) => [rawOf(one), rawOf(one)])) : part,
      ),
      signer,
    }),
    'another issuer beside the same serial': ({ head, signer: [version, id = Buffer.alloc(0), ...rest] }) => ({
      head,
      signer: [
        version ?? Buffer.alloc(0),
        Buffer.from(id.toString('latin1').replace('Demo time', 'Demo tima'), 'latin1'),
        ...rest,
      ],
    }),
  };
  for (const [name, fault] of Object.entries(faults)) {
    const file = withToken(twice, (token) => rewritten(token, fault));
    expect({ name, isOther: !file.equals(twice), state: await stateOf(file) }).toEqual({ name, isOther: true, state: 'ALTERED' });
  }
});

test('the digits of a stamp count: small letters and other padding are ALTERED', async () => {
  const start = twice.lastIndexOf('/Contents <') + '/Contents '.length;
  const end = twice.indexOf('>', start) + 1;
  const small = Buffer.from(twice);
  small.write(small.toString('latin1', start, end).toLowerCase(), start, 'latin1');
  const padded = Buffer.from(twice);
  padded.write('1', end - 2, 'latin1');
  expect([await stateOf(small), await stateOf(padded)]).toEqual(['ALTERED', 'ALTERED']);
});

test('a revision that stores a certificate of nobody in these chains is ALTERED', async () => {
  const stranger = other.roots[0]?.raw ?? Buffer.alloc(0);
  const parts = { certificates: [stranger], lists: [], room: 6000 };
  const laid = writeRevision(once, parts);
  const { token } = await requestStamp(
    Buffer.concat([laid.bytes.subarray(0, laid.gapStart), laid.bytes.subarray(laid.gapEnd)]),
    authority,
  );
  expect(await stateOf(writeRevision(once, { ...parts, token: writeToken(token) }).bytes)).toBe('ALTERED');
});

test(
  `one changed bit anywhere in a seal and two stamps is never VALID: ${FLIPS} places, a third in each revision`,
  { timeout: 3_600_000 },
  async () => {
    const next = seededRandom('archive flips');
    const regions = [
      [0, sealed.length],
      [sealed.length, once.length],
      [once.length, twice.length],
    ] as const;
    const missed: number[] = [];
    for (let flip = 0; flip < FLIPS; flip += 1) {
      const [from, to] = regions[flip % 3] ?? regions[0];
      const place = from + Math.floor(next() * (to - from));
      const changed = Buffer.from(twice);
      changed[place] = (changed[place] ?? 0) ^ (1 << Math.floor(next() * 8));
      if ((await stateOf(changed)) === 'VALID') missed.push(place);
    }
    printFigure(`flips over three revisions: ${JSON.stringify({ flips: FLIPS, stillValid: missed.length })}`);
    expect(missed).toEqual([]);
  },
);
