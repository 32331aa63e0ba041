import { durationWords, numberWord } from '#domain/base/duration-words.ts';
import { LINK_TRIES } from '#domain/base/link-limits.ts';
import { TRUSTED_FOR } from '#domain/theatre/aged-light.ts';
import { SIGN_IN_CODE_LIFE } from '#domain/accounts/codes.ts';
import { SESSION_CAP, SESSION_LENGTH } from '#domain/accounts/session.ts';
import { TABLET_PIN_TRIES } from '#domain/accounts/tablet-pin.ts';
import { group, type Faq } from './faq-group.ts';
import { REFERRAL_FAQS } from './referral-faqs.ts';

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
      'prepare-interpreter',
      'The patient needs an interpreter.',
      'Name the interpreter in the step “Interpreter”, with language and mode. Without one the form needs a reason, as it does when a relative or a child interprets. An interpreter signs for themselves.',
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
  ...group('Links and paper', [
    [
      'links-send',
      'Can a patient sign at home?',
      'Yes. On the consent’s page send a link by email, or show a code for the camera of their phone. They show who they are before they see anything clinical, and may stop and go on later.',
    ],
    [
      'links-locked',
      'The patient says that the link does not work.',
      `After ${numberWord(LINK_TRIES)} wrong answers, or when its time is over, a link ends. Send it again from the consent’s page: the new one leads to where they stopped.`,
    ],
    [
      'paper-print',
      'Can the form be signed on paper?',
      'Yes. Print the form on the consent’s page and have it signed with ink. Then upload a scan or photographs; the signatures count once a clinician has checked them against the paper.',
    ],
    [
      'paper-blank',
      'No tablet works. Where are empty forms?',
      'Under “Blank forms to print”, also without a network and without signing in. A blank form that was filled in can be uploaded later.',
    ],
  ]),
  ...group('Without a network', [
    [
      'offline-what',
      'What can I do without a network?',
      'Find patients whom this tablet knows, add new ones, prepare a consent, hand the tablet over, and sign. Links, imports and new versions of a form wait for the network; the screen says so.',
    ],
    [
      'offline-unsent',
      'What does “not sent” mean?',
      'Your work is saved on this tablet and nowhere else yet. It is sent by itself, once, when the network is back and you are signed in. “To send” in the menu shows what waits. Do not clear the browser’s data before that.',
    ],
    [
      'offline-blocked',
      'Something in “To send” needs me.',
      'The server did not accept it as it is, for instance because somebody changed the same thing. Open it: the page says what happened and what you can choose. Nothing is deleted unless you say so.',
    ],
    [
      'offline-other',
      'My colleague’s work waits on this tablet.',
      'Only they can send it: it is sealed with their password. Ask them to sign in on this tablet. Your own sign-in changes nothing about it.',
    ],
  ]),
  ...group('Lists for surgery', [
    [
      'lists-colours',
      'What do the signs on the list mean?',
      '“Ready”: signed, sealed and in force. “Not ready”: something is missing, and the line says what. “Stop”: do not go on without a clinician, for instance because the patient withdrew.',
    ],
    [
      'lists-change',
      'How does a case get on the list?',
      'On the consent’s page choose “List for surgery” and enter day, theatre and kind of list. The same place takes it off again.',
    ],
    [
      'lists-offline',
      'Can I trust the list without a network?',
      `It says how old it is. After ${durationWords(TRUSTED_FOR)} nothing is shown as ready, and a change that another tablet made meanwhile is not on it. Ask before you rely on it.`,
    ],
  ]),
  ...group('Patients and imports', [
    [
      'patients-find',
      'How do I find a patient?',
      'By any part of the name, the birth date, the NHS number, the hospital number or the number that begins with P. Without a network only patients are found whom this tablet knows.',
    ],
    [
      'patients-double',
      'The same patient is there twice.',
      'Open the record that should go, choose “Change status”, then “Merged”, and find the record that stays. When a new patient looks like one who is there, you are asked first.',
    ],
    [
      'patients-protected',
      'Address and telephone are not shown.',
      'The patient’s contact details are protected. People who may not change patients do not see them, and no tablet, mail or document holds them.',
    ],
    [
      'import-file',
      'How do I bring in many patients?',
      'Under Patients choose “Import”, with a CSV file, an Excel workbook or a FHIR bundle. You see every row and its faults and mend them there. Nothing is written before you press Import, and no existing patient is changed.',
    ],
    [
      'import-consents',
      'How do I bring in consents that were signed elsewhere?',
      'Bring in their patients first. Then choose “Import” under Consents, with a CSV file or an Excel workbook. Each row finds its patient and procedure, or says why not. Where the file has another name than the record, look whether it is the same person. Such a consent is never sealed: lists say “see the paper form”.',
    ],
  ]),
  ...REFERRAL_FAQS,
  ...group('The library', [
    [
      'library-draft',
      'Why can I not choose a procedure?',
      'Only published procedures can be put on a form. A draft is published by a second person, once it has an owner and a review date.',
    ],
    [
      'library-own',
      'Can I add my own text to a procedure?',
      'Yes. Open the procedure and add a section: it comes onto the forms that you start. When the procedure has a newer version you are asked to look at your section again.',
    ],
    [
      'library-template',
      'Does a changed template change forms that were sent?',
      'No. A form keeps the words that it was sent with. Each save of a template is a version with its author.',
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
      'On the consent’s page choose “Record as made in error”, also when it is signed, and say that it is the wrong patient: it never counts again, and what it says is hidden from most people. Tell your safety lead, and start again with the right patient.',
    ],
  ]),
  ...group('Your account', [
    [
      'account-code',
      'I do not have my authenticator app with me.',
      `At the second step of the sign-in choose “Email me a backup code”. It works once and for ${durationWords(SIGN_IN_CODE_LIFE)}.`,
    ],
    [
      'account-session',
      'Why am I signed out?',
      `A session lasts ${durationWords(SESSION_LENGTH)} and can be extended up to ${durationWords(SESSION_CAP)}. A changed password, role or access also ends it. A tablet that nobody uses is locked: your password opens it where you were.`,
    ],
    [
      'account-pin',
      'What is the tablet PIN for?',
      `It takes a tablet back from a patient faster than the password, and opens nothing else. Set it in your profile; after ${numberWord(TABLET_PIN_TRIES)} wrong ones the password is asked for.`,
    ],
    [
      'account-shared',
      'Several people use this tablet.',
      'Each signs in for themselves, and each one’s unsent work is sealed apart. Sign out, or lock the tablet, before you pass it on.',
    ],
    [
      'account-tablet',
      'A tablet was lost.',
      'Tell an administrator at once: they can block it under “Tablets”. What it keeps cannot be read without a password.',
    ],
  ]),
  ...group('Managing', [
    [
      'manage-approve',
      'Somebody waits for access.',
      'Open them under Manage, People. Give a role, and a date on which access ends if there is one. Nobody approves their own account.',
    ],
    [
      'manage-role',
      'What may a role do?',
      'Open it under Manage, Roles: each permission has one sentence. A role that somebody has cannot be deleted, and a change counts at each person’s next sign-in.',
    ],
    [
      'manage-name',
      'We have a new name or logo.',
      'Change it under Manage, Organisation. New forms have it; a form that was sent keeps the name and logo of its day.',
    ],
    [
      'manage-trail',
      'Who has done what?',
      'The audit trail shows the acts of a day, of one person, or with one patient, by the patient’s number. The security log has sign-ins and changes of access, and can be downloaded. Reading the trail is logged.',
    ],
    [
      'manage-stuck',
      'A document is not sealed, or a mail has not come.',
      'Manage, Mails and seals, lists what is stuck and why. Both are tried again by themselves; nothing is lost.',
    ],
  ]),
];
