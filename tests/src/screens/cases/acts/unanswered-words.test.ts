import { expect, test } from 'vitest';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { unansweredWords } from '#src/screens/cases/acts/unanswered-words.ts';

type Signer = Consent['recipients'][number];

const signer = (role: Signer['role'], state: Signer['state'], name: string = role): Signer => ({
  recipient_name: name,
  recipient_email: null,
  action_type: 'SIGN',
  signing_order: 1,
  role,
  state,
  method: null,
  signedAt: null,
});

const CLINICIAN = signer('CLINICIAN', 'WAITING', 'Demo Clinician');

test.each<[string, Signer[], string, string]>([
  [
    'Form 1, before the patient',
    [signer('PATIENT', 'WAITING'), CLINICIAN],
    'Not answered yet:',
    'The patient is asked on the tablet.',
  ],
  [
    'Form 1, after the patient',
    [signer('PATIENT', 'SIGNED'), CLINICIAN],
    'The patient has not answered:',
    'The form says “Not answered” there. Ask the patient before the procedure.',
  ],
  [
    'Form 2, before the parent',
    [signer('PARENT', 'WAITING'), CLINICIAN],
    'Not answered yet:',
    'The parent is asked on the tablet.',
  ],
  [
    'Form 2, after the parent',
    [signer('PARENT', 'SIGNED'), CLINICIAN],
    'The parent has not answered:',
    'The form says “Not answered” there. Ask the parent before the procedure.',
  ],
  [
    'Form 2, one of two parents is to come',
    [signer('PARENT', 'SIGNED', 'Ada Demo-Mother'), signer('PARENT', 'WAITING', 'Ben Demo-Father'), CLINICIAN],
    'Not answered yet:',
    'Ben Demo-Father is asked on the tablet.',
  ],
  [
    'Form 2, two parents',
    [signer('PARENT', 'SIGNED', 'Ada Demo-Mother'), signer('PARENT', 'SIGNED', 'Ben Demo-Father'), CLINICIAN],
    'Ada Demo-Mother and Ben Demo-Father have not answered:',
    'The form says “Not answered” there. Ask Ada Demo-Mother and Ben Demo-Father before the procedure.',
  ],
  [
    'Form 2, the other parent said no',
    [signer('PARENT', 'SIGNED', 'Ada Demo-Mother'), signer('PARENT', 'DECLINED', 'Ben Demo-Father'), CLINICIAN],
    'Ada Demo-Mother has not answered:',
    'The form says “Not answered” there. Ask Ada Demo-Mother before the procedure.',
  ],
  [
    'an interpreter who is to come answers nothing',
    [signer('PATIENT', 'SIGNED'), signer('INTERPRETER', 'WAITING'), CLINICIAN],
    'The patient has not answered:',
    'The form says “Not answered” there. Ask the patient before the procedure.',
  ],
])('%s', (_, recipients, title, next) => {
  expect(unansweredWords({ recipients, addedSigners: [] })).toEqual({ title, next });
});
