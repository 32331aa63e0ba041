import { expect, test } from 'vitest';
import { partWords } from '#server/outside/import/bundle-part.ts';

const patient = { resource: { resourceType: 'Patient' } };
const bundle = (more: object) => ({ resourceType: 'Bundle', type: 'searchset', entry: [patient], ...more });
const link = (relation: string, url = 'https://example.org/fhir/Patient?page=2') => ({ link: [{ relation, url }] });
const outcome = (issue: object) => ({
  resource: { resourceType: 'OperationOutcome', issue: [issue] },
  search: { mode: 'outcome' },
});

test.each<[object, string]>([
  [{ total: 500, ...link('next') }, '1 of 500: this file is one page of a search. Export the whole.'],
  [{ ...link('next') }, 'This file is one page of a search. Export the whole.'],
  [{ total: 1, ...link('previous') }, '1 of 1: this file is one page of a search. Export the whole.'],
  [{ total: 2, ...link('prev') }, '1 of 2: this file is one page of a search. Export the whole.'],
  [{ total: 2 }, '1 of 2: this file is a part of a search. Export the whole.'],
  [
    { total: 2, entry: [patient, { ...patient, search: { mode: 'include' } }] },
    '1 of 2: this file is a part of a search. Export the whole.',
  ],
  [{ meta: { tag: [{ code: 'SUBSETTED' }] } }, 'The file says that it leaves out parts of its patients. Export them whole.'],
  [
    { entry: [{ resource: { resourceType: 'Patient', meta: { tag: [{ code: 'SUBSETTED' }] } } }] },
    'The file says that it leaves out parts of its patients. Export them whole.',
  ],
  ...['_elements=name', '_summary=true', '_lastUpdated=gt2026-01-01', '_since=2026-01-01'].map((parameter): [object, string] => [
    link('self', `https://example.org/fhir/Patient?active=true&${parameter}`),
    'The file is of a search that leaves out patients, or parts of them, or is of another day. Export the whole.',
  ]),
  [
    { entry: [patient, outcome({ severity: 'warning', code: 'incomplete', diagnostics: 'Stopped after 1' })] },
    'The system that made the file says: Stopped after 1',
  ],
  [{ entry: [patient, outcome({ severity: 'error', code: 'too-costly' })] }, 'The system that made the file says: too-costly'],
])('%j says that it is not all', (more, words) => {
  expect(partWords(bundle(more))).toBe(words);
});

test.each([
  {},
  { total: 1 },
  { total: 1, ...link('self', 'https://example.org/fhir/Patient?_count=50') },
  { ...link('first') },
  { ...link('last') },
  { total: 1, entry: [patient, outcome({ severity: 'information', code: 'informational' })] },
  { type: 'collection', entry: [patient, { resource: { resourceType: 'Organization' } }] },
])('%j is all', (more) => {
  expect(partWords(bundle(more))).toBeUndefined();
});
