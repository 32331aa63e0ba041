import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { openSealKeys } from '#server/outside/seal/keys.ts';
import { isListOf, isRevoked, readRevocationList } from '#server/outside/seal/revocation-list.ts';
import { seededRandom } from '#tests/support/checks/random.ts';
import { opensslOn } from './openssl-tsa.ts';
import { newFolder, NOW } from './sealed-demo.ts';

async function ownList() {
  const keys = await openSealKeys({ dataDir: newFolder(), organisationName: 'Demo General Hospital', now: NOW });
  const root = new X509Certificate(keys.chain[0] ?? keys.leaf);
  return { root, leaf: new X509Certificate(keys.leaf), der: keys.makeRevocationList?.(NOW) ?? new Uint8Array() };
}

test('the root that this server made signs an empty list for 365 days, which another program finds right', async () => {
  const { root, leaf, der } = await ownList();
  const list = readRevocationList(der);
  expect(isListOf(list, root)).toBe(true);
  expect(isRevoked(list, leaf)).toBe(false);
  expect(Math.floor(((list.nextUpdate ?? 0) - NOW) / DAY)).toBe(364 + 1);
  const said = opensslOn(
    { 'list.der': der, 'root.pem': root.toString() },
    'crl',
    '-inform',
    'DER',
    '-in',
    'list.der',
    '-CAfile',
    'root.pem',
    '-noout',
    '-text',
  );
  expect(said).toContain('No Revoked Certificates.');
  expect(said).toContain('X509v3 CRL Number');
});

test('one changed bit anywhere makes it nobody’s list', async () => {
  const { root, der } = await ownList();
  const next = seededRandom('list');
  for (let flip = 0; flip < 400; flip += 1) {
    const changed = Buffer.from(der);
    const place = Math.floor(next() * der.length);
    changed[place] = (changed[place] ?? 0) ^ (1 << Math.floor(next() * 8));
    const isRight = () => isListOf(readRevocationList(changed), root);
    const result = (() => {
      try {
        return isRight();
      } catch {
        return false;
      }
    })();
    expect({ place, result }).toEqual({ place, result: false });
  }
});
