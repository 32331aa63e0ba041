import { codesIn } from './fhir-elements.ts';
import { objectIn, objectsIn, textIn, type JsonObject } from './json-values.ts';

/** The tag of a resource that the server has not given whole. */
const SUBSETTED = 'SUBSETTED';
/** Parameters of a search that leave elements or patients out, or ask for the state of another day. */
const NARROWING = /[?&](?:_elements|_summary|_lastUpdated|_since|_at)=|\/_history\b/;
/** Links to further pages of a search. */
const PAGES = ['next', 'previous', 'prev'];

/**
 * The sentence of a Bundle that says of itself that it is not all of its patients, or not as they are today; undefined where nothing in
 * it says so. It is read before any patient is.
 */
export function partWords(bundle: JsonObject): string | undefined {
  const { links, found, outcome } = partsOf(bundle);
  const total = bundle['total'];
  const isPage = links.some(({ relation }) => PAGES.includes(textIn(relation)));
  if (isPage || (typeof total === 'number' && total > found)) {
    const count = typeof total === 'number' ? `${found} of ${total}: this` : 'This';
    return `${count} file is ${isPage ? 'one page' : 'a part'} of a search. Export the whole.`;
  }
  if (isSubset(bundle)) return 'The file says that it leaves out parts of its patients. Export them whole.';
  if (links.some(({ relation, url }) => relation === 'self' && NARROWING.test(textIn(url))))
    return 'The file is of a search that leaves out patients, or parts of them, or is of another day. Export the whole.';
  return outcome === undefined ? undefined : `The system that made the file says: ${outcome}`;
}

function partsOf(bundle: JsonObject) {
  const entries = objectsIn(bundle['entry']);
  const resources = entries.map((entry) => objectIn(entry['resource']));
  const isMatch = (entry: JsonObject) => !['include', 'outcome'].includes(textIn(objectIn(entry['search'])['mode']));
  const issues = resources
    .filter(({ resourceType }) => resourceType === 'OperationOutcome')
    .flatMap((each) => objectsIn(each['issue']))
    .filter(({ severity }) => severity !== 'information');
  const [issue] = issues;
  const words = issue === undefined ? '' : textIn(issue['diagnostics']) || textIn(objectIn(issue['details'])['text']);
  return {
    links: objectsIn(bundle['link']),
    found: entries.filter((entry, at) => isMatch(entry) && resources[at]?.['resourceType'] !== 'OperationOutcome').length,
    outcome: issue === undefined ? undefined : (words || textIn(issue['code']) || 'something went wrong').slice(0, 200),
  };
}

function isSubset(bundle: JsonObject): boolean {
  const resources = objectsIn(bundle['entry']).map((entry) => objectIn(entry['resource']));
  const patients = resources.filter(({ resourceType }) => resourceType === 'Patient');
  return [bundle, ...patients].some(({ meta }) => codesIn({ coding: objectIn(meta)['tag'] }).includes(SUBSETTED));
}
