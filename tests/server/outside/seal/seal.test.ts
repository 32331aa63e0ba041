import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { demoDocument } from '#tests/server/outside/pdf/demo-document.ts';
import { attachmentOf, onPdf, textOf } from '#tests/server/outside/pdf/pdf-tools.ts';
import { requestStamp, StampRefused } from '#server/outside/seal/stamp.ts';
import { writeToken } from '#server/outside/seal/token.ts';
import { demoSealer } from './sealed-demo.ts';
import { archived, authorityOf, loopbackTsa, stampingSealer } from './stamped-demo.ts';
import { openTsa, type TsaFault } from './tsa.ts';

const pdf = renderPdf(demoDocument());

test('another program finds the seal valid and the whole document signed', async () => {
  const sealed = await (await demoSealer()).seal(pdf, 'Sealed by Demo General Hospital');
  const report = onPdf(sealed.bytes, 'pdfsig', 'FILE');
  expect(report).toContain('Signature is Valid.');
  expect(report).toContain('Total document signed');
  expect(report).toContain('Signature Type: ETSI.CAdES.detached');
  expect(report).toContain('Signing Hash Algorithm: SHA-256');
  expect(report).toContain('CN=Demo General Hospital seal,O=Demo General Hospital');
  expect(report.match(/Signature #/g)).toHaveLength(1);
});

test('sealing changes nothing that was drawn, and the file stays sound', async () => {
  const { bytes } = await (await demoSealer()).seal(pdf, 'Sealed');
  expect(Buffer.from(bytes.subarray(0, pdf.length)).equals(pdf)).toBe(true);
  expect(onPdf(bytes, 'qpdf', '--check', 'FILE')).toContain('No syntax or stream encoding errors found');
  expect(textOf(bytes)).toBe(textOf(pdf));
  expect(attachmentOf(bytes, 'content.json')).toBe('{"demo":true}');
  expect(onPdf(bytes, 'pdfinfo', 'FILE')).toMatch(/Tagged:\s+yes/);
  const fonts = onPdf(bytes, 'qpdf', '--qdf', '--object-streams=disable', 'FILE', '-');
  expect(fonts).not.toMatch(/\/BaseFont \/(Helvetica|ZapfDingbats)/);
});

test('the seal holds what PAdES asks for and no signing time', async () => {
  const { bytes } = await (await demoSealer()).seal(pdf, 'Sealed');
  const hex = /\/Contents <([0-9A-F]+)>/.exec(Buffer.from(bytes).toString('latin1', pdf.length))?.[1] ?? '';
  const oids = {
    contentType: '06092A864886F70D010903',
    messageDigest: '06092A864886F70D010904',
    signingCertificateV2: '060B2A864886F70D010910022F',
    signingTime: '06092A864886F70D010905',
  };
  expect(Object.entries(oids).map(([name, oid]) => [name, hex.includes(oid)])).toEqual([
    ['contentType', true],
    ['messageDigest', true],
    ['signingCertificateV2', true],
    ['signingTime', false],
  ]);
});

test('the level is B-B, also with an authority that never answers, and the digest is the file’s', async () => {
  const { sealer } = await stampingSealer({}, 'silent');
  const sealed = await sealer.seal(pdf, 'Sealed');
  expect(sealed).toMatchObject({ level: 'B-B', sha256: createHash('sha256').update(sealed.bytes).digest('hex') });
});

test('a token that stands beside a sealed file, as earlier builds stored it, stamps that file and no other', async () => {
  const tsa = await loopbackTsa();
  const sealer = await demoSealer();
  const { bytes } = await sealer.seal(pdf, 'Sealed');
  const token = writeToken((await requestStamp(bytes, authorityOf(tsa))).token);
  expect(await sealer.checkStamp(token, bytes)).toBe(tsa.stampedAt);
  expect(await sealer.checkStamp(token, bytes.subarray(1))).toBeUndefined();
});

test.each<TsaFault>(['other digest', 'other nonce', 'forged', 'not for stamping', 'refuses', 'silent', 'junk', 'endless'])(
  'an authority whose answer is wrong (%s) gives no stamp',
  async (fault) => {
    const { sealer } = await stampingSealer({ tsaTimeoutMs: 300 }, fault);
    const { bytes } = await sealer.seal(pdf, 'Sealed');
    await expect(archived(sealer, bytes)).rejects.toThrow(StampRefused);
  },
);

test('an authority that is down gives no stamp', async () => {
  const tsa = await openTsa();
  await tsa.close();
  await expect(requestStamp(pdf, authorityOf(tsa))).rejects.toThrow(StampRefused);
});

test('many documents sealed at once are each sealed with their own content', async () => {
  const sealer = await demoSealer();
  const drawn = ['One', 'Two', 'Three', 'Four', 'Five'].map((title) => renderPdf(demoDocument({ title })));
  const sealed = await Promise.all(drawn.map((each) => sealer.seal(each, 'Sealed')));
  const verdicts = await Promise.all(sealed.map(({ bytes }) => sealer.verify(bytes)));
  expect(verdicts.map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'VALID'));
});
