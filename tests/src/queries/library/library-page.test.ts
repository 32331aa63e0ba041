import type { Procedure } from '#domain/library/procedure.ts';
import { pageOfLibrary } from '#src/queries/library/library-page.ts';
import { expect, test } from 'vitest';

const all = Array.from({ length: 12 }, (_, at) => procedure(`Procedure ${String.fromCharCode(65 + at)}`));
const filter = { page: 1, search: '', status: 'ALL' } as const;

test('what is kept comes in the server’s pages', () => {
  expect(pageOfLibrary(all, filter)).toMatchObject({ page: 1, limit: 10, total: 12, pages: 2 });
  expect(pageOfLibrary(all, { ...filter, page: 2 }).records.map(({ procedureName }) => procedureName)).toEqual([
    'Procedure K',
    'Procedure L',
  ]);
  expect(pageOfLibrary([], filter)).toMatchObject({ records: [], total: 0, pages: 0 });
});

test('a search finds a part of name, acronym or speciality, whatever its case', () => {
  const eyes = { ...procedure('Cataract surgery'), procedureAcronym: 'PHACO', speciality: 'Ophthalmology' };
  for (const search of ['ATARACT', 'phaco', 'ophthal'])
    expect(pageOfLibrary([...all, eyes], { ...filter, search }).records).toEqual([eyes]);
});

test('only the procedures of the state asked for are shown', () => {
  const draft = { ...procedure('Hidden'), status: 'DRAFT' as const };
  expect(pageOfLibrary([...all, draft], { ...filter, status: 'DRAFT' }).records).toEqual([draft]);
  expect(pageOfLibrary([...all, draft], filter).total).toBe(13);
});

function procedure(procedureName: string): Procedure {
  return {
    procedureID: '0198abcd-ef01-7fff-bfff-ffffffffffff',
    version: 1,
    status: 'ACTIVE',
    procedureName,
    procedureDescription: '',
    procedureAcronym: '',
    speciality: '',
    formTypes: ['FORM_1'],
    sideRequired: false,
    benefits: [],
    risks: [],
    sections: [],
    alternatives: [],
    videoLinks: [],
    Leaflets: [],
    imageRefs: [],
    understanding: [],
    reviewDate: null,
    owner: null,
    clinicallyReviewed: true,
    codes: [],
    revision: 1,
    newest: null,
  };
}
