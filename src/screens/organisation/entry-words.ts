/** The lists that all organisations share, and their words. */
export type EntryKind = 'speciality' | 'grade';

type EntryWords = {
  readonly title: string;
  readonly about: string;
  readonly add: string;
  readonly rename: string;
  /** the effect of a new name */
  readonly renaming: string;
  readonly end: string;
  /** the effect of the end */
  readonly ending: string;
};

export const ENTRY_WORDS: Readonly<Record<EntryKind, EntryWords>> = {
  speciality: {
    title: 'Specialities',
    about: 'People choose theirs in their profile.',
    add: 'Add speciality',
    rename: 'Rename speciality',
    renaming:
      'People and access plans that have it get the new name. Procedures and templates keep the name they were written with.',
    end: 'End speciality',
    ending: 'It is offered to nobody any more. People, procedures and records that have it keep it. You can offer it again.',
  },
  grade: {
    title: 'Grades',
    about: 'People choose theirs in their profile. Documents show it beside their signature.',
    add: 'Add grade',
    rename: 'Rename grade',
    renaming: 'People who have it get the new name. Signatures keep the grade of their day.',
    end: 'End grade',
    ending: 'It is offered to nobody any more. People and signatures that have it keep it. You can offer it again.',
  },
};

/** For whoever may read these lists only. */
export const SHARED_LIST = 'All organisations share this list. Administrators of the first organisation change it.';
