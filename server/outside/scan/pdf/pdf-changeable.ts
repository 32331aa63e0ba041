import { valuesOf, type PdfDictionary, type PdfValue } from './pdf-values.ts';

/**
 * Entries by which one viewer shows another thing than the next one, or another than is printed: layers, pictures that stand in for
 * others, steps within a page, content of another file, and the own picture of an annotation of whatever kind.
 */
const KEYS = new Set('OCProperties OCGs OC Alternates OPI PresSteps NeedAppearances AP'.split(' '));
/** Kinds of objects that do the same. */
const TYPES = new Set('OCG OCMD NavNode'.split(' '));
/** Annotations that lie on a page and can be moved, written in, hidden or left out in print; a link alone shows nothing itself. */
const ANNOTATIONS = new Set(
  (
    'Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Popup Widget ' +
    'PrinterMark TrapNet Watermark Redact Projection'
  ).split(' '),
);
/** A picture that only printers draw. */
const PRINTED_ONLY = 'PS';

/**
 * Whether a dictionary makes that what one viewer shows differs from what is stored.
 *
 * @param definitions - the values that a reference may stand for
 */
export function isChangeable(dictionary: PdfDictionary, definitions: (value: PdfValue) => PdfValue[]): boolean {
  const isNamed = (value: PdfValue, names: ReadonlySet<string>) =>
    definitions(value).some((each) => each.kind === 'name' && names.has(each.name));
  return dictionary.entries.some(([key, value]) => {
    if (KEYS.has(key)) return true;
    // In the structure of a tagged PDF the same key leads to other parts of it.
    if (key === 'Ref') return definitions(value).some(({ kind }) => kind === 'dictionary');
    if (key === 'Type') return isNamed(value, TYPES);
    if (key === 'Subtype' || key === 'Subtype2') return isNamed(value, ANNOTATIONS) || isNamed(value, new Set([PRINTED_ONLY]));
    // A form without a field changes nothing.
    return key === 'AcroForm' && definitions(value).some((form) => hasFields(form, definitions));
  });
}

function hasFields(form: PdfValue, definitions: (value: PdfValue) => PdfValue[]): boolean {
  if (form.kind !== 'dictionary') return false;
  return valuesOf(form, 'Fields')
    .flatMap(definitions)
    .some((each) => each.kind !== 'array' || each.items.length > 0);
}
