import { addressText } from './fhir-elements.ts';
import type { FhirReader, RowNotes } from './fhir-identity.ts';
import { orderElements, type OrderedElement } from './fhir-order.ts';
import { objectsIn, textIn, type JsonObject } from './json-values.ts';

const TELECOM_USES = ['mobile', 'home', '', 'work', 'temp', 'old'];
const ADDRESS_USES = ['home', '', 'temp', 'work', 'billing', 'old'];

/** How a patient is reached today: nothing that has ended is read. */
export function contactInUse(patient: JsonObject, { today }: FhirReader, { warnings, leftOut }: RowNotes) {
  const telecoms = objectsIn(patient['telecom']);
  const reach = (system: string, path: string) => {
    const all = orderElements(
      telecoms.filter((each) => each['system'] === system),
      { today, uses: TELECOM_USES, byRank: true, textOf: ({ value }) => textIn(value) },
    );
    return best(all, path, leftOut)?.text ?? '';
  };
  const addresses = orderElements(objectsIn(patient['address']), { today, uses: ADDRESS_USES, textOf: addressText });
  const address = best(addresses, 'address', leftOut);
  if (address?.use === 'billing')
    warnings.push({ path: 'address', message: 'The file has only an address for bills. Please check it.' });
  return {
    phoneNumber: reach('phone', 'phoneNumber'),
    emailAddress: reach('email', 'emailAddress'),
    address: address?.text ?? '',
  };
}

function best(all: readonly OrderedElement[], path: string, leftOut: RowNotes['leftOut']): OrderedElement | undefined {
  const found = all.find(({ isInForce }) => isInForce);
  for (const { text, isInForce } of all.filter((each) => each !== found)) {
    const value = text.replaceAll('\n', ', ');
    leftOut.push({ path, message: isInForce ? `Also in the file: ${value}` : `Left out: ${value} is not in force today` });
  }
  return found;
}
