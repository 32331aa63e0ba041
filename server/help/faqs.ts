/** A question of staff with its answer, in plain words; `_id` stays the same when the words change. */
export type Faq = { _id: string; group: string; question: string; answer: string };

const group = (name: string, entries: readonly (readonly [id: string, question: string, answer: string])[]): Faq[] =>
  entries.map(([_id, question, answer]) => ({ _id, group: name, question, answer }));

/** Frequent questions of staff; shown on the page of questions, also without a network. */
export const FAQS: readonly Faq[] = [
  ...group('Preparing a consent', [
    [
      'prepare-start',
      'How do I start a consent?',
      'Choose “New consent”, find the patient or add them, and pick the procedure. You can leave the five steps at any time: what you entered is saved, and the draft is in the list of consents.',
    ],
    [
      'prepare-risk',
      'Can I leave out a risk from the library?',
      'Yes, with a reason. The reason is kept with the consent. Risks that matter to this patient alone are added with “Add a risk”.',
    ],
    [
      'prepare-missing',
      'Why can I not send my form?',
      '“What is missing” in the review names each thing and leads you to it. Usually it is a side, your statement, or an interpreter who is needed and not named.',
    ],
    [
      'prepare-change',
      'How do I change a form that was sent?',
      'Until everybody has signed, choose “Change the form”. After that, choose “New version…”: the old one stays in force until the new one is signed.',
    ],
  ]),
  ...group('Signing', [
    [
      'sign-handover',
      'What can the patient see when I hand the tablet over?',
      'This one form and nothing else. Your own work is locked. To take the tablet back you need your password.',
    ],
    [
      'sign-cannot-draw',
      'The patient cannot draw a signature. What now?',
      'They can type their name, make a mark with a witness, or say that they agree with a witness. All four ways count the same.',
    ],
    [
      'sign-more-time',
      'The patient wants more time.',
      'They choose “I need more time”. Nothing is lost, the consent stays as it is, and it can be signed later.',
    ],
    [
      'sign-question',
      'The patient asked a question on the tablet.',
      'It is shown on the consent’s page. Answer it there: the patient can sign once it is answered.',
    ],
    [
      'sign-withdraw',
      'A patient changes their mind after signing.',
      'Choose “Withdraw consent” on the consent’s page. It stops being in force at once, and every list says so.',
    ],
  ]),
  ...group('The signed document', [
    [
      'document-signed-sealed',
      'What is the difference between signed and sealed?',
      'Signed: everybody has signed. Sealed: the document was drawn and closed with the hospital’s seal, which makes any later change visible. Sealing follows within seconds.',
    ],
    [
      'document-verify',
      'How can somebody check a printed copy?',
      'With the QR code or the address at the bottom of each page. The page says whether the document is real and in force, and tells nothing about the patient.',
    ],
    [
      'document-wrong-patient',
      'I used the wrong patient’s record.',
      'If nobody has signed, void the consent with a reason and start again. If somebody has, withdraw it, tell your safety lead, and start again with the right patient.',
    ],
  ]),
  ...group('Your account', [
    [
      'account-code',
      'I do not have my authenticator app with me.',
      'At the second step of the sign-in choose “Email me a backup code”. It works once and for ten minutes.',
    ],
    [
      'account-session',
      'Why am I signed out?',
      'A session lasts one hour and can be extended up to twelve. A changed password, role or access also ends it. A tablet that nobody uses is locked: your password opens it where you were.',
    ],
    [
      'account-tablet',
      'A tablet was lost.',
      'Tell an administrator at once: they can block it under “Tablets”. What it keeps cannot be read without a password.',
    ],
  ]),
];
