import { PICTURE_PIXELS_MOST } from '#domain/documents/file-limits.ts';
import { isChangeable } from './pdf-changeable.ts';
import { nameIn, numberIn, singleValueOf, valuesOf, type PdfDictionary, type PdfValue } from './pdf-values.ts';
import type { PdfObjects } from './pdf-objects.ts';
import { RefusedScan } from '#server/outside/scan/refused-scan.ts';

/** Entries that nothing on a page of paper needs: scripts, attached files, forms of another kind, actions of fields and pages. */
const KEYS = new Set(
  'JS JavaScript EmbeddedFiles EmbeddedFile EF XFA RichMediaContent RichMediaSettings Rendition Renditions Collection FFilter'.split(
    ' ',
  ),
);
/** Names that say what an action, an annotation or an object is. */
const NAMES = new Set(
  (
    'JavaScript Launch SubmitForm ImportData ResetForm GoToR GoToE GoTo3DView RichMediaExecute Rendition Movie Sound Screen ' +
    'FileAttachment EmbeddedFile Filespec RichMedia 3D U3D PRC'
  ).split(' '),
);
const NAMING_KEYS = ['S', 'Type', 'Subtype'];
const LINK = /^(?:https?:\/\/|mailto:|tel:)/i;

/**
 * Refuses a PDF that does more than show pages, that leads elsewhere unless it may, and one whose pages are not the same in every viewer.
 *
 * @throws RefusedScan
 */
export function checkContent({ objects, trailers }: PdfObjects, { mayLink }: { mayLink: boolean }): void {
  const byNumber = new Map<number, PdfValue[]>();
  for (const { number, value } of objects) {
    const others = byNumber.get(number);
    if (others) others.push(value);
    else byNumber.set(number, [value]);
  }
  const dictionaries = [...dictionariesIn([...objects.map(({ value }) => value), ...trailers])];
  const definitions = (value: PdfValue): PdfValue[] => (value.kind === 'ref' ? (byNumber.get(value.object) ?? []) : [value]);
  // A name may be an object of its own that an action refers to.
  const isActive =
    objects.some(({ value }) => isActiveName(value)) ||
    dictionaries.some((dictionary) => isActiveDictionary(dictionary, { definitions, mayLink }));
  if (isActive) throw new RefusedScan('ACTIVE_CONTENT');
  if (dictionaries.some((dictionary) => isChangeable(dictionary, definitions))) throw new RefusedScan('CHANGEABLE');
  if (dictionaries.some((dictionary) => pixelsOf(dictionary) > PICTURE_PIXELS_MOST)) throw new RefusedScan('TOO_MANY_PIXELS');
}

function* dictionariesIn(values: readonly PdfValue[]): Generator<PdfDictionary> {
  const open = [...values];
  for (let value = open.pop(); value; value = open.pop()) {
    if (value.kind === 'array') for (const item of value.items) open.push(item);
    if (value.kind !== 'dictionary') continue;
    yield value;
    for (const [, within] of value.entries) open.push(within);
  }
}

function isActiveName(value: PdfValue): boolean {
  return value.kind === 'name' && NAMES.has(value.name);
}

type Judging = { definitions: (value: PdfValue) => PdfValue[]; mayLink: boolean };

function isActiveDictionary(dictionary: PdfDictionary, { definitions, mayLink }: Judging): boolean {
  const { entries } = dictionary;
  return entries.some(([key, value]) => {
    if (KEYS.has(key) || (NAMING_KEYS.includes(key) && isActiveName(value))) return true;
    // A catalogue's base address is a dictionary of its own.
    if (key === 'URI') return definitions(value).some((link) => link.kind !== 'dictionary' && !(mayLink && isLink(link)));
    if (key === 'OpenAction') return definitions(value).some((action) => !isGoTo(action));
    if (key === 'AA') return actionsOf(value, definitions).some((action) => !isGoTo(action));
    // The content of a stream may lie in another file.
    return key === 'F' && valuesOf(dictionary, 'Length').length > 0;
  });
}

function isLink(value: PdfValue): boolean {
  return value.kind === 'string' && LINK.test(value.bytes.toString('latin1'));
}

function actionsOf(value: PdfValue, definitions: (value: PdfValue) => PdfValue[]): PdfValue[] {
  return definitions(value).flatMap((actions) =>
    actions.kind === 'dictionary' ? actions.entries.flatMap(([, action]) => definitions(action)) : [],
  );
}

/** A place in the document itself, or nothing. */
function isGoTo(value: PdfValue): boolean {
  if (value.kind === 'dictionary') return nameIn(value, 'S') === 'GoTo' && singleValueOf(value, 'Next') === undefined;
  return value.kind === 'array' || (value.kind === 'keyword' && value.word === 'null');
}

/** Picture elements of an image; 0 for anything else. */
function pixelsOf(dictionary: PdfDictionary): number {
  return Math.abs((numberIn(dictionary, 'Width') ?? 0) * (numberIn(dictionary, 'Height') ?? 0));
}
