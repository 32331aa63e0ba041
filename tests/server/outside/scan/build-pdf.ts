import { deflateSync } from 'node:zlib';

/** The content of a PDF for tests: each object's text by its number, 1 the catalogue. */
export type PdfParts = {
  /** Entries that are added to the catalogue, the page and the trailer. */
  catalog?: string;
  page?: string;
  trailer?: string;
  /** Objects beside the catalogue (1), the page tree (2), the page (3) and its content (4), or in their stead. */
  objects?: Record<number, string | Buffer>;
};

/** The text of a stream object. */
export function streamObject(entries: string, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from(`<< /Length ${bytes.length} ${entries} >>\nstream\n`), bytes, Buffer.from('\nendstream')]);
}

export function deflated(entries: string, content: Buffer | string): Buffer {
  return streamObject(`/Filter /FlateDecode ${entries}`, deflateSync(content));
}

function allObjects({ catalog = '', page = '', objects = {} }: PdfParts): Record<number, string | Buffer> {
  return {
    1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ${page} >>`,
    4: streamObject('', '0 0 100 100 re f'),
    ...objects,
  };
}

/** A PDF with a cross-reference table. */
export function buildPdf(parts: PdfParts = {}): Buffer {
  return withTable(Buffer.from('%PDF-1.7\n%\xe2\xe3\n', 'latin1'), allObjects(parts), parts.trailer ?? '');
}

/** A PDF to which a revision was added. */
export function updatePdf(pdf: Buffer, objects: Record<number, string | Buffer>, trailer = ''): Buffer {
  const [, before] = /startxref\n(\d+)/.exec(pdf.toString('latin1')) ?? [];
  return withTable(pdf, objects, `/Prev ${before} ${trailer}`);
}

function withTable(start: Buffer, objects: Record<number, string | Buffer>, trailer: string): Buffer {
  const parts = [start];
  let at = start.length;
  let rows = '';
  for (const [number, body] of Object.entries(objects)) {
    const object = Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')]);
    rows += `${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`;
    parts.push(object);
    at += object.length;
  }
  const size = Math.max(...Object.keys(objects).map(Number)) + 1;
  const table = `xref\n0 1\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\n`;
  return Buffer.concat([...parts, Buffer.from(`${table}startxref\n${at}\n%%EOF\n`)]);
}

/** A PDF whose objects are packed in an object stream, with a cross-reference stream. */
export function packPdf(parts: PdfParts = {}): Buffer {
  const all = Object.entries(allObjects(parts)).map(([number, body]) => ({ number: Number(number), body }));
  const packed = all.filter(({ body }) => typeof body === 'string');
  const stream = Math.max(...all.map(({ number }) => number)) + 1;
  const places: string[] = [];
  let text = '';
  for (const { number, body } of packed) {
    places.push(`${number} ${text.length}`);
    text += `${body.toString()} `;
  }
  const header = `${places.join(' ')} `;
  const written = [
    ...all.filter(({ body }) => typeof body !== 'string'),
    { number: stream, body: deflated(`/Type /ObjStm /N ${packed.length} /First ${header.length}`, header + text) },
  ];
  const rows = Buffer.alloc((stream + 2) * 7);
  const row = (number: number, kind: number, value: number, index: number) => {
    rows.writeUInt8(kind, number * 7);
    rows.writeUInt32BE(value, number * 7 + 1);
    rows.writeUInt16BE(index, number * 7 + 5);
  };
  packed.forEach(({ number }, index) => row(number, 2, stream, index));
  const bytes = [Buffer.from('%PDF-1.7\n')];
  let at = 9;
  for (const { number, body } of written) {
    row(number, 1, at, 0);
    const object = Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')]);
    bytes.push(object);
    at += object.length;
  }
  row(stream + 1, 1, at, 0);
  const entries = `/Type /XRef /Size ${stream + 2} /W [1 4 2] /Root 1 0 R ${parts.trailer ?? ''}`;
  const table = Buffer.concat([Buffer.from(`${stream + 1} 0 obj\n`), deflated(entries, rows), Buffer.from('\nendobj\n')]);
  return Buffer.concat([...bytes, table, Buffer.from(`startxref\n${at}\n%%EOF\n`)]);
}
