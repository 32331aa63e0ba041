import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { lastSignerOf } from '#server/outside/seal/signer.ts';
import { NO_SEAL_FACTS, sealFacts } from '#server/work/documents/seal-facts.ts';
import type { SealTrust } from '#server/work/integrity/seal-leaves.ts';
import { makeCertificate, makeP12 } from '#tests/support/files/certificates.ts';
import { demoDocument } from '#tests/server/outside/pdf/demo-document.ts';
import { demoSealer, newFolder } from '#tests/server/outside/seal/sealed-demo.ts';

/** A list that was never filled: each certificate may be ours. */
const EMPTY: SealTrust = { leaves: [], row: () => undefined, isOurs: () => true };
/** The name of the kind of an RSA key, DER in hexadecimal. */
const RSA = '2a864886f70d010101';

/** A file that is sealed with a key of 2,048 bits, which is weak. */
async function sealedFile(): Promise<Uint8Array> {
  const p12Path = join(newFolder(), 'seal.p12');
  const leaf = makeCertificate({ name: 'Demo seal', isCa: false, key: { rsa: 2048 } });
  writeFileSync(p12Path, await makeP12(leaf, [], 'demo'));
  const sealer = await demoSealer({ p12Path, p12Passphrase: 'demo' });
  return (await sealer.seal(renderPdf(demoDocument()), 'Sealed')).bytes;
}

test('a certificate whose key nobody can read leaves a file without facts, and ends in no error', async () => {
  const bytes = await sealedFile();
  expect(sealFacts(EMPTY, bytes)).toEqual({ selfMadeSeal: false, weak: true });
  const leaf = lastSignerOf(bytes)?.leaf.raw.toString('hex') ?? '';
  const unreadable = leaf.replace(RSA, `${RSA.slice(0, -2)}77`);
  const text = Buffer.from(bytes).toString('latin1');
  const at = text.toLowerCase().indexOf(leaf);
  expect(at).toBeGreaterThan(0);
  const file = Buffer.from(text.slice(0, at) + unreadable + text.slice(at + leaf.length), 'latin1');
  expect(() => lastSignerOf(file)?.leaf.publicKey).toThrow(/unsupported|decode/i);
  expect(sealFacts(EMPTY, file)).toEqual(NO_SEAL_FACTS);
});
