import { objectIn, objectsIn, textIn, type JsonObject } from './json-values.ts';

/** The codes of a CodeableConcept within one of the code systems; within any where none is named. */
export function codesIn(concept: unknown, ...systems: readonly string[]): string[] {
  return objectsIn(objectIn(concept)['coding'])
    .filter(({ system }) => systems.length === 0 || systems.includes(textIn(system)))
    .map(({ code }) => textIn(code))
    .filter((code) => code !== '');
}

/** The extensions of an element with this address. */
export function extensionsOf(element: JsonObject, url: string): JsonObject[] {
  return objectsIn(element['extension']).filter((each) => each['url'] === url);
}

/** The lines of an address, one below the other. */
export function addressText(address: JsonObject): string {
  const lines = Array.isArray(address['line']) ? address['line'].map(textIn) : [];
  const parts = [...lines, ...['city', 'district', 'state', 'postalCode', 'country'].map((part) => textIn(address[part]))];
  const whole = parts.filter((part) => part !== '').join('\n');
  return whole === '' ? textIn(address['text']) : whole;
}
