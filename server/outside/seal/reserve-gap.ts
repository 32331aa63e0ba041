import { PDF, type Signer } from '@libpdf/core';

/** A PDF whose signature field is to be written. */
export type GapTask = {
  pdf: Uint8Array;
  /** DER certificate that will sign. */
  leaf: Uint8Array;
  /** Shown in the signature's properties; no patient data. */
  reason: string;
  /** Epoch ms: the signature dictionary's claimed time. */
  now: number;
  /** Bytes to leave for the signature. */
  room: number;
};

/**
 * Lets the PDF library write the signature field and an empty gap. Its own signature carries a signing time, which
 * PAdES forbids, so it gets to sign nothing: the real signature is written into the gap afterwards.
 */
export async function reserveGap({ pdf, leaf, reason, now, room }: GapTask): Promise<Uint8Array> {
  const blank: Signer = {
    certificate: leaf,
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
  return bytes;
}
