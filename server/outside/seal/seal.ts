import { PDF } from '@libpdf/core';
import type { Signer } from '@libpdf/core';
import { sha256, signedAttributes, writeCms } from './cms.ts';
import type { SealKeys } from './keys.ts';
import { lastSignature } from './signature-gap.ts';

export type SealOptions = {
  /** Shown in the signature's properties; no patient data. */
  reason: string;
  /** Epoch ms: the signature dictionary's claimed time. */
  now: number;
};

export type SealedPdf = {
  bytes: Uint8Array;
  /** Lower-case hex digest of the whole sealed file. */
  sha256: string;
  level: 'B-B';
};

/** Seals a whole PDF with the organisation's key: PAdES B-B. It asks nobody outside; a time stamp comes later and stands beside it. */
export async function sealPdf(pdf: Uint8Array, keys: SealKeys, options: SealOptions): Promise<SealedPdf> {
  const chain = keys.chain.map(({ length }) => length);
  const room = chain.reduce((sum, length) => sum + length, keys.leaf.length + 2048);
  const bytes = await withGap(pdf, keys, options, room);
  const range = lastSignature(bytes);
  if (!range) throw new Error('The PDF library left no place for the seal.');
  const attributes = signedAttributes(sha256(bytes.subarray(0, range.gapStart), bytes.subarray(range.gapEnd)), keys.leaf);
  const signature = await keys.sign(attributes);
  const cms = writeCms({ leaf: keys.leaf, chain: keys.chain, signedAttributes: attributes, signature });
  const hexRoom = range.gapEnd - range.gapStart - 2;
  bytes.write(`<${cms.toString('hex').toUpperCase().padEnd(hexRoom, '0')}>`, range.gapStart, 'latin1');
  return {
    bytes: new Uint8Array(bytes),
    sha256: sha256(bytes).toString('hex'),
    level: 'B-B',
  };
}

/**
 * Lets the PDF library write the signature field and an empty gap. Its own signature carries a signing time, which
 * PAdES forbids, so it gets to sign nothing: the real signature is written into the gap afterwards.
 */
async function withGap(pdf: Uint8Array, keys: SealKeys, { reason, now }: SealOptions, room: number): Promise<Buffer> {
  const blank: Signer = {
    certificate: keys.leaf,
    keyType: 'EC',
    signatureAlgorithm: 'ECDSA',
    sign: () => Promise.resolve(new Uint8Array(8)),
  };
  const loaded = await PDF.load(pdf);
  // A new form comes with fonts that are not embedded, which PDF/A does not want, for fields that this file never has.
  const form = loaded.getOrCreateForm().acroForm().getDict();
  for (const unused of ['DR', 'DA', 'NeedAppearances']) form.delete(unused);
  const { bytes } = await loaded.sign({
    signer: blank,
    reason,
    signingTime: new Date(now),
    fieldName: 'Seal',
    subFilter: 'ETSI.CAdES.detached',
    estimatedSize: room,
  });
  return Buffer.from(bytes);
}
