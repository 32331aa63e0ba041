import { PDF, type PdfDict } from '@libpdf/core';
import { expect, test } from 'vitest';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { openSealKeys } from '#server/outside/seal/keys.ts';
import { reserveGap, type GapTask } from '#server/outside/seal/reserve-gap.ts';
import { lastSignature } from '#server/outside/seal/signature-gap.ts';
import { demoDocument } from '#tests/server/outside/pdf/demo-document.ts';
import { onPdf, writtenBy } from '#tests/server/outside/pdf/pdf-tools.ts';
import { demoSealer, newFolder, NOW } from './sealed-demo.ts';

const pdf = renderPdf(demoDocument());
const task: GapTask = { pdf, reason: 'Sealed', now: NOW, room: 3000 };

const keysOf = (dict: PdfDict | undefined): string[] => [...(dict?.keys() ?? [])].map(({ value }) => value).toSorted();

async function fieldOf(bytes: Uint8Array) {
  const opened = await PDF.load(bytes);
  const form = opened.getForm()?.acroForm().getDict();
  const field = opened.getForm()?.getSignatureFields()[0]?.getDict();
  const signature = field?.getDict('V', (ref) => opened.getObject(ref));
  return { form, field, signature, firstPage: opened.getPage(0) };
}

/** The field as earlier builds had it written: by the library's `sign`, with the library's own signature in the gap. */
async function reserveBySigning({ pdf: file, reason, now, room }: GapTask): Promise<Uint8Array> {
  const { leaf } = await openSealKeys({ dataDir: newFolder(), organisationName: 'Another', now });
  const loaded = await PDF.load(file);
  const form = loaded.getOrCreateForm().acroForm().getDict();
  for (const unused of ['DR', 'DA', 'NeedAppearances']) form.delete(unused);
  const { bytes } = await loaded.sign({
    signer: {
      certificate: leaf,
      keyType: 'EC',
      signatureAlgorithm: 'ECDSA',
      sign: () => Promise.resolve(new Uint8Array(8)),
    },
    reason,
    signingTime: new Date(now),
    fieldName: 'Seal',
    subFilter: 'ETSI.CAdES.detached',
    estimatedSize: room,
  });
  return bytes;
}

test('the gap holds as many zero bytes as were asked for, and the byte range is all the rest of the file', async () => {
  for (const room of [1, 2048, 20_000]) {
    const file = Buffer.from(await reserveGap({ ...task, room }));
    const { gapStart, gapEnd, coversWholeFile } = lastSignature(file) ?? { gapStart: 0, gapEnd: 0 };
    expect(file.toString('latin1', gapStart, gapEnd)).toBe(`<${'00'.repeat(room)}>`);
    expect(coversWholeFile).toBe(true);
  }
});

test('the field is invisible but printed, belongs to the first page, and its form names no font', async () => {
  const { form, field, firstPage } = await fieldOf(await reserveGap(task));
  expect(keysOf(form)).toEqual(['Fields', 'SigFlags']);
  expect(form?.getNumber('SigFlags')?.value).toBe(3);
  expect(keysOf(field)).toEqual(['F', 'FT', 'P', 'Rect', 'Subtype', 'T', 'TU', 'Type', 'V']);
  expect(field?.getNumber('F')?.value).toBe(4 + 128);
  expect(field?.getArray('Rect')?.toArray()).toMatchObject([{ value: 0 }, { value: 0 }, { value: 0 }, { value: 0 }]);
  expect(field?.getRef('P')).toBe(firstPage?.ref);
});

test('the signature dictionary is that of PAdES, with the claimed time in UTC and the reason letter for letter', async () => {
  for (const reason of ['Sealed (once) \\ again', 'Łódź 中文']) {
    const { signature } = await fieldOf(await reserveGap({ ...task, reason }));
    expect(keysOf(signature)).toEqual(['ByteRange', 'Contents', 'Filter', 'M', 'Reason', 'SubFilter', 'Type']);
    expect(['Type', 'Filter', 'SubFilter'].map((key) => signature?.getName(key)?.value)).toEqual([
      'Sig',
      'Adobe.PPKLite',
      'ETSI.CAdES.detached',
    ]);
    expect(signature?.getString('M')?.asString()).toBe('D:20261106140642Z');
    expect(signature?.getString('Reason')?.asString()).toBe(reason);
  }
});

test('the seal of a document that an earlier build sealed verifies, and what was drawn is in front of either field', async () => {
  const [now, before] = [Buffer.from(await reserveGap(task)), Buffer.from(await reserveBySigning(task))];
  for (const file of [now, before]) expect(file.subarray(0, pdf.length).equals(pdf)).toBe(true);
  const sealer = await demoSealer({ reserve: reserveBySigning });
  expect(await sealer.verify((await sealer.seal(pdf, 'Sealed')).bytes)).toMatchObject({ state: 'VALID' });
});

test.each([
  [
    'a later revision',
    async () => {
      const opened = await PDF.load(pdf);
      opened.setTitle('Consent, second print');
      return opened.save({ incremental: true });
    },
  ],
  [
    'a cross-reference stream',
    () => Promise.resolve(writtenBy(pdf, 'qpdf', '--object-streams=generate', 'FILE', 'FOLDER/written.pdf')),
  ],
])('a file with %s is sealed behind its last byte, and other programs find it valid', async (_name, build) => {
  const file = await build();
  const sealer = await demoSealer();
  const { bytes } = await sealer.seal(file, 'Sealed');
  expect(Buffer.from(bytes.subarray(0, file.length)).equals(file)).toBe(true);
  expect(await sealer.verify(bytes)).toMatchObject({ state: 'VALID' });
  expect(onPdf(bytes, 'qpdf', '--check', 'FILE')).toContain('No syntax or stream encoding errors found');
  const report = onPdf(bytes, 'pdfsig', 'FILE');
  expect(report).toContain('Signature is Valid.');
  expect(report).toContain('Total document signed');
});

test('a file without a page, or with a seal already, gets no field', async () => {
  const empty = await PDF.create().save();
  await expect(reserveGap({ ...task, pdf: empty })).rejects.toThrow('no page');
  await expect(reserveGap({ ...task, pdf: await reserveGap(task) })).rejects.toThrow('already exists');
});

test('a signature that is larger than its gap is never written over the rest of the file', async () => {
  const sealer = await demoSealer({ reserve: (wanted) => reserveGap({ ...wanted, room: 600 }) });
  await expect(sealer.seal(pdf, 'Sealed')).rejects.toThrow('larger than the place');
});
