import type { Widened } from './texts.ts';

/** Sentences of the pages that only some signers see, or that only some forms have; loaded with those pages. */
export const roleTexts = {
  identity: {
    title: 'Is this you?',
    h1: (name: string) => `Are you ${name}?`,
    child: 'You are asked about this child:',
    patient: 'You are asked about this patient:',
    yes: 'Yes, this is me',
    yesAll: 'Yes, all this is right',
    no: 'No, something is wrong',
  },
  interpreting: {
    h1: 'Is this right?',
    lead: 'This is how the talk was interpreted.',
    language: 'Language',
    mode: 'How',
    for: 'For whom',
    statement: 'Your own words',
    yes: 'Yes, this is right',
    no: 'No, something is wrong',
    forWhom: { PATIENT: 'The patient', PARENT: 'The parents', BOTH: 'The patient and the parents' },
    modes: { IN_PERSON: 'In person', PHONE: 'By phone', VIDEO: 'By video', BSL: 'In British Sign Language' },
  },
  facts: {
    family: 'Who decides',
    familyLead: 'This is what the form says about the family. If it is not right, choose “Stop here”.',
    capacity: 'What the form says',
    capacityLead: 'This is why the clinician thinks that it is best for the patient. If it is not right, choose “Stop here”.',
    parentLead:
      'The clinician thinks that the young person cannot decide about this now. So a parent decides. Here you can read why. If it is not right, choose “Stop here”.',
    courtLead:
      'The clinician thinks that the young person cannot decide about this now. So a court has decided. Here you can read why. If it is not right, choose “Stop here”.',
  },
  more: { h1: 'More about what is planned' },
  changed: {
    h1: 'What has changed since the form before',
    lead: 'There was a form before this one. This is what is new.',
    none: 'The plan is the same as before.',
    ADDED: 'New',
    REMOVED: 'Left out',
    CHANGED: 'Changed',
  },
} as const;

export type RoleTexts = Widened<typeof roleTexts>;
