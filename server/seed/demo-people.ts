import { isNhsNumber } from '#domain/values/nhs-number-field.ts';

/** Demo accounts: plainly not people. All have the password that the start prints, and no second factor. */
export const DEMO_PASSWORD = 'Demo2026!';

export type DemoAccount = {
  email: string;
  firstName: string;
  lastName: string;
  role: string;
  speciality?: string;
  grade?: string;
  registrationNumber?: string;
  /** ACTIVE by default; for a user who waits for an approval the role is the requested one */
  status?: 'PENDING_APPROVAL' | 'SUSPENDED';
};

export const DEMO_ORGANISATIONS: readonly { name: string; accounts: readonly DemoAccount[] }[] = [
  {
    name: 'Demo General Hospital',
    accounts: [
      { email: 'admin@demo.nhs.uk', firstName: 'Demo', lastName: 'Administrator', role: 'ADMIN' },
      {
        email: 'bch@demo.nhs.uk',
        firstName: 'Demo',
        lastName: 'Lead',
        role: 'BCH_CLINICIAN',
        speciality: 'Paediatrics',
        grade: 'Consultant',
        registrationNumber: '7000041',
      },
      {
        email: 'clinician@demo.nhs.uk',
        firstName: 'Demo',
        lastName: 'Clinician',
        role: 'CLINICIAN',
        speciality: 'General surgery',
        grade: 'Consultant',
        registrationNumber: '7000042',
      },
      {
        email: 'eyes@demo.nhs.uk',
        firstName: 'Demo',
        lastName: 'Eyes',
        role: 'CLINICIAN',
        speciality: 'Ophthalmology',
        grade: 'Consultant',
        registrationNumber: '7000043',
      },
      { email: 'nurse@demo.nhs.uk', firstName: 'Demo', lastName: 'Nurse', role: 'NURSE', grade: 'Nurse' },
      { email: 'hospital@demo.nhs.uk', firstName: 'Demo', lastName: 'Desk', role: 'HOSPITAL_USER' },
      { email: 'referrer@demo.nhs.uk', firstName: 'Demo', lastName: 'Referrer', role: 'REFERRER', grade: 'Optometrist' },
      { email: 'reader@demo.nhs.uk', firstName: 'Demo', lastName: 'Reader', role: 'READ_ONLY' },
      { email: 'auditor@demo.nhs.uk', firstName: 'Demo', lastName: 'Auditor', role: 'AUDITOR' },
      {
        email: 'pending@demo.nhs.uk',
        firstName: 'Demo',
        lastName: 'Waiting',
        role: 'CLINICIAN',
        speciality: 'Urology',
        grade: 'Registrar',
        status: 'PENDING_APPROVAL',
      },
      {
        email: 'suspended@demo.nhs.uk',
        firstName: 'Demo',
        lastName: 'Suspended',
        role: 'NURSE',
        grade: 'Nurse',
        status: 'SUSPENDED',
      },
    ],
  },
  {
    name: 'Second Demo Hospital',
    accounts: [
      { email: 'admin@second.nhs.uk', firstName: 'Second', lastName: 'Administrator', role: 'ADMIN' },
      {
        email: 'clinician@second.nhs.uk',
        firstName: 'Second',
        lastName: 'Clinician',
        role: 'CLINICIAN',
        speciality: 'Orthopaedics',
        grade: 'Consultant',
      },
    ],
  },
];

/** Names of trees and colours, each marked DEMO; with names in scripts that a hospital meets. */
const NAMES = [
  ['Amber', 'Demo-Rowan'],
  ['Sami', 'Demo-Al-Amin'],
  ['Ciara', 'Demo-O’Neill'],
  ['Zofia', 'Demo-Żółć'],
  ['王伟', 'Demo-Chen'],
  ['রহিমা', 'Demo-Begum'],
  ['أمل', 'Demo-Noor'],
  ['Olive', 'Demo-Alder'],
  ['Jasper', 'Demo-Birch'],
  ['Hazel', 'Demo-Cedar'],
  ['Rusty', 'Demo-Elm'],
  ['Violet', 'Demo-Fir'],
  ['Slate', 'Demo-Hawthorn'],
  ['Coral', 'Demo-Holly'],
  ['Indigo', 'Demo-Juniper'],
  ['Sage', 'Demo-Larch'],
  ['Scarlet', 'Demo-Lime'],
  ['Ash', 'Demo-Maple'],
  ['Ruby', 'Demo-Oak'],
  ['Teal', 'Demo-Pine'],
  ['Iris', 'Demo-Poplar'],
  ['Basil', 'Demo-Spruce'],
  ['Fern', 'Demo-Sycamore'],
  ['Cobalt', 'Demo-Walnut'],
  ['Pearl', 'Demo-Willow'],
  ['Umber', 'Demo-Yew'],
  ['کنول', 'Demo-Aspen'],
  ['Ivory', 'Demo-Hornbeam'],
  ['Ebony', 'Demo-Rosewood'],
  ['', 'Demo-Oneword'],
] as const;

export type DemoPatient = { firstName: string; lastName: string; dateOfBirth: string; nhsNumber: string; hospitalNumber: string };

/** Thirty demo patients with NHS numbers of the range that is kept for tests (999…). */
export function demoPatients(): DemoPatient[] {
  const numbers = testNhsNumbers(NAMES.length);
  return NAMES.map(([firstName, lastName], at) => ({
    firstName,
    lastName,
    // Spread over the years without any pattern that matters; two of them children.
    dateOfBirth: `${at === 1 ? 2012 : at === 14 ? 2016 : 1938 + ((at * 17) % 66)}-${String(1 + ((at * 5) % 12)).padStart(2, '0')}-${String(1 + ((at * 11) % 28)).padStart(2, '0')}`,
    nhsNumber: numbers[at] ?? '',
    hospitalNumber: `DG${String(10_000 + at * 37)}`,
  }));
}

function testNhsNumbers(count: number): string[] {
  const numbers: string[] = [];
  for (let body = 999_000_001; numbers.length < count; body += 1) {
    const nhsNumber = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `${body}${digit}`).find(isNhsNumber);
    if (nhsNumber !== undefined) numbers.push(nhsNumber);
  }
  return numbers;
}

/** The telephone and the privacy notice of the demo hospitals: plainly of nobody. Numbers of this range belong to nobody (Ofcom). */
export const DEMO_DETAILS = {
  patient_phone: '01632 960100',
  privacy_text: [
    '# This is a demonstration',
    'No real hospital and no real patient is behind these pages. Nothing that is entered here is about anybody.',
    '# What a hospital writes here',
    'Who keeps the data of its patients and for what, on which ground in law, for how long, who else gets them, and which rights patients have: to see them, to have them put right, and to complain.',
    'How to reach its data protection officer, and the Information Commissioner’s Office.',
  ].join('\n\n'),
} as const;
