import { HOSPITAL_NUMBER_PATH, NHS_NUMBER_SYSTEM } from '#domain/exports/fhir-systems.ts';
import type { RowNote } from '#domain/imports/import-table.ts';
import { bareNhsNumber } from '#domain/values/nhs-number.ts';
import { isNhsNumber } from '#domain/values/nhs-number-field.ts';
import { isSameIdentity } from '#domain/values/same-identity.ts';
import { codesIn } from './fhir-elements.ts';
import { orderElements, type OrderedElement } from './fhir-order.ts';
import { objectIn, objectsIn, textIn, type JsonObject } from './json-values.ts';

/** Our side of a file: what tells our hospital numbers from those of other hospitals. */
export type FhirReader = {
  /** plain date of the organisation's wall calendar */
  readonly today: string;
  /** origin of this installation, without a trailing slash */
  readonly origin: string;
  readonly organisationName: string;
};

/** Notes of a row: `warnings` of what a person must look at; `leftOut` names what was not read because something better was. */
export type RowNotes = {
  readonly warnings: RowNote[];
  readonly leftOut: RowNote[];
};

/** Uses of a name that people go by, the best first. */
const NAME_USES = ['official', 'usual', '', 'maiden', 'nickname', 'temp', 'anonymous', 'old'];
const NAMES_IN_USE: ReadonlySet<string> = new Set(NAME_USES.slice(0, 3));

/** The name that a patient goes by today. Another one is read only where there is no such name, and is warned of. */
export function nameInUse(patient: JsonObject, { today }: FhirReader, { warnings, leftOut }: RowNotes) {
  const rules = { today, uses: NAME_USES, textOf: nameText };
  const [best, ...others] = orderElements(objectsIn(patient['name']), rules);
  if (best === undefined) return { lastName: '', firstName: '' };
  if (!NAMES_IN_USE.has(best.use) || !best.isInForce)
    warnings.push({ path: 'lastName', message: `The file has no name in use: this one is ${useWords(best)}. Please check it.` });
  for (const other of others) {
    const message = `Another name in the file: ${other.text} (${useWords(other)})`;
    (other.key === best.key ? warnings : leftOut).push({ path: 'lastName', message });
  }
  return partsOf(best.element);
}

function nameText(name: JsonObject): string {
  const { lastName, firstName } = partsOf(name);
  return [lastName, firstName].filter((part) => part !== '').join(', ');
}

function partsOf(name: JsonObject): { lastName: string; firstName: string } {
  const given = Array.isArray(name['given']) ? name['given'].map(textIn).filter((each) => each !== '') : [];
  const family = textIn(name['family']);
  // A text alone is not taken apart: where a first name ends is not known.
  if (family === '' && given.length === 0) return { lastName: textIn(name['text']), firstName: '' };
  return { lastName: family, firstName: given.join(' ') };
}

function useWords({ use, isInForce }: Pick<OrderedElement, 'use' | 'isInForce'>): string {
  const words = use === '' ? 'without a use' : use;
  return isInForce || use === 'old' ? words : `${words}, not in force today`;
}

const NUMBER_USES = ['official', 'usual', '', 'temp', 'secondary', 'old'];
/** Systems of NHS numbers before today's one, as files of older programs have them. */
const FORMER_NHS_SYSTEM = /nhs-?number\/?$|^(?:urn:oid:)?2\.16\.840\.1\.113883\.2\.1\.4\.1$/i;

/** The numbers of a patient. No number of another hospital becomes ours, and of two that are equally good none is chosen. */
export function numbersInUse(patient: JsonObject, reader: FhirReader, notes: RowNotes) {
  const identifiers = objectsIn(patient['identifier']);
  const isNhs = (each: JsonObject) =>
    textIn(each['system']) === NHS_NUMBER_SYSTEM || FORMER_NHS_SYSTEM.test(textIn(each['system']));
  return {
    nhsNumber: nhsNumberOf(identifiers.filter(isNhs), reader, notes),
    hospitalNumber: hospitalNumberOf(
      identifiers.filter((each) => !isNhs(each) && isMedicalRecord(each)),
      reader,
      notes,
    ),
  };
}

function nhsNumberOf(identifiers: readonly JsonObject[], { today }: FhirReader, { warnings, leftOut }: RowNotes): string {
  const path = 'nhsNumber';
  const rules = { today, uses: NUMBER_USES, textOf: ({ value }: JsonObject) => bareNhsNumber(textIn(value)) };
  const sound = identifiers.filter(({ system, value }) => {
    const isRead = textIn(system) === NHS_NUMBER_SYSTEM || isNhsNumber(bareNhsNumber(textIn(value)));
    if (!isRead) warnings.push({ path, message: `Left out: ${textIn(value)} of ${textIn(system)} is no valid NHS number` });
    return isRead;
  });
  const all = orderElements(sound, rules);
  const [best, ...others] = inForce(all, path, leftOut);
  if (best === undefined) return '';
  const equal = others.filter(({ key }) => key === best.key);
  for (const { text } of others.filter((other) => !equal.includes(other)))
    leftOut.push({ path, message: `Another NHS number in the file: ${text}` });
  // Read as one text they are two numbers, which is a fault of the row.
  return [best, ...equal].map(({ text }) => text).join(', ');
}

function hospitalNumberOf(identifiers: readonly JsonObject[], reader: FhirReader, { warnings, leftOut }: RowNotes): string {
  const path = 'hospitalNumber';
  const ours = identifiers.filter((each) => {
    if (isOurs(each, reader)) return true;
    const source = [textIn(objectIn(each['assigner'])['display']), textIn(each['system'])].filter((text) => text !== '');
    warnings.push({ path, message: `Left out: number ${textIn(each['value'])} of ${source.join(', ') || 'another hospital'}` });
    return false;
  });
  const rules = { today: reader.today, uses: NUMBER_USES, textOf: ({ value }: JsonObject) => textIn(value) };
  const [best, ...others] = inForce(orderElements(ours, rules), path, leftOut);
  if (best === undefined) return '';
  const equal = others.filter(({ key }) => key === best.key);
  for (const { text } of others.filter((other) => !equal.includes(other)))
    leftOut.push({ path, message: `Another hospital number in the file: ${text}` });
  if (equal.length === 0) return best.text;
  const numbers = [best, ...equal].map(({ text }) => text).join(' and ');
  warnings.push({ path, message: `Left out: the file has ${numbers} as hospital numbers, and does not say which is in use` });
  return '';
}

/** A number that is old, or has ended, may be somebody else's by now. */
function inForce(all: readonly OrderedElement[], path: string, leftOut: RowNote[]): OrderedElement[] {
  for (const { text } of all.filter((each) => !each.isInForce))
    leftOut.push({ path, message: `Left out: ${text} is not in force today` });
  return all.filter((each) => each.isInForce);
}

function isMedicalRecord(identifier: JsonObject): boolean {
  return codesIn(identifier['type']).includes('MR') || textIn(identifier['system']).endsWith(HOSPITAL_NUMBER_PATH);
}

/** A number of this installation's own system, or one that names no other. */
function isOurs({ system, assigner }: JsonObject, { origin, organisationName }: FhirReader): boolean {
  if (textIn(system) !== '') return textIn(system) === `${origin}${HOSPITAL_NUMBER_PATH}`;
  if (assigner === undefined) return true;
  return isSameIdentity(textIn(objectIn(assigner)['display']), organisationName);
}
