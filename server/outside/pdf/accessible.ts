import { PDF, PdfBool, PdfDict, PdfName, PdfStream } from '@libpdf/core';

/** The words by which a file says that it keeps to PDF/UA-1, and where they belong in its metadata. */
const PART = '<pdfuaid:part>1</pdfuaid:part>';
const NAMESPACE = 'xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" ';
/** PDF/A takes a property of another schema only where the schema is described. */
const SCHEMA =
  '<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA Universal Accessibility Schema</pdfaSchema:schema>' +
  '<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>' +
  '<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:category>internal</pdfaProperty:category>' +
  '<pdfaProperty:description>Indicates, which part of ISO 14289 standard is followed</pdfaProperty:description>' +
  '<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType></rdf:li></rdf:Seq>' +
  '</pdfaSchema:property></rdf:li>';
const SCHEMAS = '<pdfaExtension:schemas><rdf:Bag>';
const PDFA_NAMESPACE = 'xmlns:pdfaid=';

/**
 * Says in a tagged file that it keeps to PDF/UA-1 beside PDF/A-3a: the drawing writes one standard alone. Readers show the title in
 * place of the file's name, and go through each page in the order of its tags.
 *
 * @throws Error when the metadata are not those of a file that this product has drawn
 */
export function markAccessible(pdf: PDF): void {
  const catalog = pdf.getCatalog();
  const resolve = (ref: Parameters<PDF['getObject']>[0]) => pdf.getObject(ref);
  const preferences = catalog.getDict('ViewerPreferences', resolve) ?? new PdfDict();
  preferences.set('DisplayDocTitle', PdfBool.of(true));
  catalog.set('ViewerPreferences', preferences);
  const metadata = catalog.get('Metadata', resolve);
  if (!(metadata instanceof PdfStream)) throw new Error('The drawn file has no metadata.');
  const text = withPart(Buffer.from(metadata.getDecodedData()).toString('utf8'));
  const entries = { Type: PdfName.of('Metadata'), Subtype: PdfName.of('XML') };
  catalog.set('Metadata', pdf.createStream(entries, Buffer.from(text, 'utf8')));
  for (const page of pdf.getPages()) page.dict.set('Tabs', PdfName.of('S'));
}

/** The same for a file that is not sealed, in a revision of its own. */
export async function accessible(file: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDF.load(file);
  markAccessible(pdf);
  return pdf.save({ incremental: true });
}

function withPart(metadata: string): string {
  if (!metadata.includes(PDFA_NAMESPACE) || !metadata.includes(SCHEMAS)) throw new Error('The drawn file is no PDF/A.');
  return metadata.replace(PDFA_NAMESPACE, `${NAMESPACE} ${PDFA_NAMESPACE}`).replace(SCHEMAS, `${PART}${SCHEMAS}${SCHEMA}`);
}
