import { sha256, signedAttributes, writeCms } from './cms.ts';
import type { SealKeys } from './keys.ts';
import type { reserveGap } from './reserve-gap.ts';
import { lastSignature } from './signature-gap.ts';

export type SealOptions = {
  /** Shown in the signature's properties; no patient data. */
  reason: string;
  /** Epoch ms: the signature dictionary's claimed time. */
  now: number;
  /** Writes the signature field with its empty gap. */
  reserveGap: typeof reserveGap;
};

export type SealedPdf = {
  bytes: Uint8Array;
  /** Lower-case hex digest of the whole sealed file. */
  sha256: string;
  level: 'B-B';
};

/** Bytes of a signature beside certificates and names: its attributes, and what the largest usual key signs. */
const REST_OF_SIGNATURE = 2048;

/** Seals a whole PDF with the organisation's key: PAdES B-B. It asks nobody outside; a time stamp comes later and stands beside it. */
export async function sealPdf(
  pdf: Uint8Array,
  keys: SealKeys,
  { reserveGap: reserve, ...options }: SealOptions,
): Promise<SealedPdf> {
  const { certificates, issuerAndSerial } = keys.cmsSigner;
  const room = certificates.length + issuerAndSerial.length + REST_OF_SIGNATURE;
  const bytes = Buffer.from(await reserve({ pdf, room, ...options }));
  const range = lastSignature(bytes);
  if (!range) throw new Error('The PDF library left no place for the seal.');
  const attributes = signedAttributes(sha256(bytes.subarray(0, range.gapStart), bytes.subarray(range.gapEnd)), keys.cmsSigner);
  const signature = await keys.sign(attributes);
  const cms = writeCms({ signer: keys.cmsSigner, signedAttributes: attributes, signature });
  const hexRoom = range.gapEnd - range.gapStart - 2;
  const hex = cms.toString('hex').toUpperCase();
  // A longer one would overwrite the end of the file.
  if (hex.length > hexRoom) throw new Error('The seal is larger than the place that was left for it.');
  bytes.write(`<${hex.padEnd(hexRoom, '0')}>`, range.gapStart, 'latin1');
  return {
    bytes: new Uint8Array(bytes),
    sha256: sha256(bytes).toString('hex'),
    level: 'B-B',
  };
}
