import { expect, test } from 'vitest';
import { contentOf, hasAllLibraryText } from '#store/entities/consent-content.ts';
import { EMPTY_LIBRARY, type LocalLibrary } from '#store/entities/library.ts';
import type { LocalConsent } from '#store/entities/types.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import { demoConsent, demoProcedure } from '#tests/store/demo-entities.ts';

const procedureID = '0190f3a0-0000-7000-8000-0000000000b1';
const other = '0190f3a0-0000-7000-8000-0000000000b2';
const section = (nth: number) => ({ id: `0190f3a0-0000-7000-8000-00000000000${nth}`, title: `Part ${nth}`, nodes: [] });
const [gone, own, added] = [section(1), section(2), section(3)];

// Version 1 has a section that version 2 has no more, and version 2 a new one.
const versions = new Map([
  [1, [gone]],
  [2, [added]],
]);
const libraryOf = (known: readonly number[]): LocalLibrary => ({
  ...EMPTY_LIBRARY,
  entry: (_, version = 2) =>
    known.includes(version)
      ? ({
          ...demoProcedure({ procedureID }),
          version,
          translations: [],
          sections: versions.get(version),
        } as unknown as Procedure)
      : undefined,
});
const both = libraryOf([1, 2]);

const before = [
  demoProcedure({ procedureID, side: 'LEFT', sections: [gone, own] }),
  demoProcedure({ procedureID, side: 'RIGHT' }),
];
const local = (procedures: object[]) =>
  ({
    server: demoConsent({ consentID: procedureID, recordID: procedureID, patientID: procedureID, procedures: before }),
    formType: 'FORM_1',
    draft: { procedures: procedures.map((each) => ({ procedureID, ...each })) },
  }) as unknown as LocalConsent;
const idsOf = (procedures: object[], library = both) =>
  contentOf(local(procedures), library).procedures.map(({ sections }) => (sections ?? []).map(({ id }) => id));

test('a draft that names no sections has those of its own side, and of a side that is new the library’s', () => {
  expect(idsOf([{ side: 'RIGHT' }, { side: 'LEFT' }])).toEqual([[], [gone.id, own.id]]);
  expect(idsOf([{ side: 'LEFT' }, { side: 'RIGHT' }, { side: null }])).toEqual([[gone.id, own.id], [], [gone.id]]);
});

test('at another version the library’s old sections go; without both texts only the server can say', () => {
  const moved = [{ side: 'LEFT', libraryVersion: 2 }];
  expect(idsOf(moved)).toEqual([[added.id, own.id]]);
  expect(hasAllLibraryText(local(moved), both)).toBe(true);
  expect(hasAllLibraryText(local(moved), libraryOf([2]))).toBe(false);
  expect(hasAllLibraryText(local([{ ...moved[0], sections: [] }]), libraryOf([2]))).toBe(true);
  const ofBuildBefore: LocalLibrary = {
    ...both,
    entry: (...of) => ({ ...both.entry(...of)!, translations: undefined, sections: [] }),
  };
  expect(hasAllLibraryText(local(moved), ofBuildBefore)).toBe(false);
  expect(hasAllLibraryText(local([{ side: null, libraryVersion: 1, procedureID: other }]), ofBuildBefore)).toBe(false);
});
