import { isNamedInFile } from '#domain/consents/consent-origin.ts';
import { EMPTY_FAMILY } from '#domain/family/family.ts';
import { interpreterMissing } from '#domain/family/family-child-rules.ts';
import { indexRecords, matchPatient } from '#domain/imports/import-consent-match.ts';
import { rowIdentity, sameRows } from '#domain/imports/same-rows.ts';
import { identityCheckOf } from '#domain/patients/identity-check.ts';
import { indexPatients, likelyDuplicates } from '#domain/patients/likely-duplicates.ts';
import { isLastName } from '#domain/signing/link.ts';
import { identityRefusals } from '#domain/signing/refused-identity.ts';
import { unfitWitness } from '#domain/signing/witness-rule.ts';
import { isSameEntry } from '#domain/theatre/theatre-sheet.ts';
import { fitsSigner } from '#domain/theatre/sheet-signer.ts';
import { isSameIdentity, isSameName, onlyOneNamed } from '#domain/values/same-identity.ts';
import { searchableText, searchWords } from '#domain/values/search-text.ts';
import { expect, test } from 'vitest';
import { readSources } from '#tests/support/checks/syntax.ts';

type Verdict = 'same' | 'near' | 'other';

/** Last names, and whether they are one. A near one is never taken for the same: it warns where something else agrees. */
const PAIRS: readonly [string, string, Verdict][] = [
  ['Smith-Jones', 'Smith Jones', 'same'],
  ['Smith-Jones', 'smithjones', 'same'],
  ['Smith‐Jones', 'SMITH–JONES', 'same'],
  ['MacDonald', 'Mac Donald', 'same'],
  ['O’Dea', 'ODea', 'same'],
  ["O'Brien", 'O Brien', 'same'],
  ['O´Brien', 'O`Brien', 'same'],
  ['D’Arcy', 'DArcy', 'same'],
  ...[...'\u2032\u02bb\u02b9\u201b\u05f3\u02bc\u02be\u02bf\u2035\u055a\ua78c\uff07\uff40\u1ffd'].map(
    (sign): [string, string, Verdict] => [`O${sign}Brien`, 'O’Brien', 'same'],
  ),
  ...[...'\u2212\u2043\u2010\u2011\u2012\u2013\u2014\u2015\ufe63\uff0d\u05be\u2027'].map((sign): [string, string, Verdict] => [
    `Smith${sign}Jones`,
    'Smith-Jones',
    'same',
  ]),
  ['St. John', 'St John', 'same'],
  ['Żółć', 'zolc', 'same'],
  ['Müller', 'MULLER', 'same'],
  ['Soft\u00adhy', 'Softhy', 'same'],
  ['\u200bSofthy\u2060', 'Softhy', 'same'],
  ['Ｓｍｉｔｈ', 'Smith', 'same'],
  ['علی\u200cرضا', 'علیرضا', 'same'],
  ['مُحَمَّد', 'محمد', 'same'],
  ['Ωμέγα', 'ωμεγα', 'same'],
  ['Smith', 'Smyth', 'near'],
  ['Brown', 'Browne', 'near'],
  ['Smith-Jones', 'Smith', 'near'],
  ['Oak', 'Elm', 'other'],
  ['王', '李', 'other'],
  ['Lee', 'Lea', 'other'],
];

const BORN = '1950-03-14';
const patient = (id: string, lastName: string) =>
  ({ id, lastName, firstName: 'Ada', dateOfBirth: BORN, nhsNumber: null, hospitalNumber: null, status: 'ACTIVE' }) as const;

const entryOf = (signer: string) => ({
  outcome: 'AGREED' as const,
  time: '2026-08-06T10:00:00.000Z',
  role: 'PATIENT' as const,
  signer,
  clinician: '',
  interpreter: '',
  note: '',
});
const refusalOf = (type: string, name: string) => ({ type, actor: { role: 'PATIENT', name } });

/** Every place that asks whether two names are one, asked of last names alone. */
const PLACES: Readonly<Record<string, (one: string, other: string) => boolean>> = {
  'the comparison itself': isSameIdentity,
  'whole names': (one, other) => isSameName(`Ada ${one}`, `Dr. Ada ${other}`),
  'the last name first': (one, other) => isSameName(`${one}, Ada`, `Ada ${other}`),
  'likely duplicates': (one, other) => likelyDuplicates(patient('1', one), [patient('2', other)]).length === 1,
  'rows of a file': (one, other) => {
    const [first, second] = [one, other].map((lastName, row) =>
      rowIdentity({ row, value: { lastName, dateOfBirth: BORN }, errors: [] }),
    );
    return first !== undefined && second !== undefined && sameRows(indexPatients([first, second]), first).length === 1;
  },
  'an imported consent': (one, other) =>
    'found' in matchPatient(indexRecords([patient('1', one)]), { lastName: other, firstName: 'Ada', dateOfBirth: BORN }),
  'the clinician of an imported consent': (one, other) =>
    isNamedInFile([{ role: 'CLINICIAN', name: `Mr ${one}`, signedAt: null }], other),
  'the account of a clinician whom a file names': (one, other) =>
    onlyOneNamed([{ name: `Ada ${one}` }, { name: 'Ada Demo-Maple' }])(`Professor ${other}, Ada`)?.name === `Ada ${one}`,
  'two reports of one form on paper': (one, other) => isSameEntry(entryOf(`Ada ${one}`), entryOf(`${other}, Ada`)),
  'a signer who found the details wrong': (one, other) =>
    identityRefusals([refusalOf('IDENTITY_REFUSED', `Ada ${one}`), refusalOf('IDENTITY_CONFIRMED', `Ada ${other}`)]).length === 0,
  'the holder of a link': (one, other) => isLastName(one, { lastName: other, name: '' }),
  'the holder of a link, by the full name': (one, other) => isLastName(one, { name: `Ada ${other}` }),
  'a witness': (one, other) =>
    unfitWitness(`Ada ${one}`, { clinicians: [], interpreters: [], signers: [`Ada ${other}`] }) === 'signer',
  'an interpreter who is the patient': (one, other) =>
    interpreterMissing(EMPTY_FAMILY, {
      patientName: `Ada ${one}`,
      interpreter: { name: `${other}, Ada` },
    } as Parameters<typeof interpreterMissing>[1]).length === 1,
  'a signer on a sheet': (one, other) =>
    fitsSigner([{ role: 'PATIENT', name: `Ada ${one}`, state: 'WAITING', signing_order: 1 }], {
      outcome: 'AGREED',
      signer: `${other}, Ada`,
      role: 'PATIENT',
    } as Parameters<typeof fitsSigner>[1]),
  'a signed form and the record': (one, other) => identityCheckOf(patient('1', one), patient('2', other), []).state === 'SAME',
};

test.each(PAIRS)('%s and %s are %s, wherever it is asked', (one, other, verdict) => {
  for (const [place, isSame] of Object.entries(PLACES)) {
    expect(isSame(one, other), place).toBe(verdict === 'same');
    expect(isSame(other, one), place).toBe(verdict === 'same');
  }
});

test('a name of two people is nobody’s, whatever titles they bear', () => {
  const named = onlyOneNamed([{ name: 'Ada Oak' }, { name: 'Oak Ada' }, { name: 'Anne-Marie O’Demo' }]);
  expect(named('Dr Ada Oak')).toBeUndefined();
  expect(named('')).toBeUndefined();
  for (const title of ['Dr', 'Mr', 'Mrs.', 'Ms', 'Miss', 'Mx', 'Prof', 'Professor', 'Prof. Dr.'])
    expect(named(`${title} ODemo, Anne-Marie`)?.name, title).toBe('Anne-Marie O’Demo');
});

test('nothing is the same as nothing', () => {
  for (const nothing of ['', ' ', '-', '’', '\u200b']) {
    expect(isSameIdentity(nothing, nothing)).toBe(false);
    expect(isSameName(nothing, nothing)).toBe(false);
  }
});

test.each(PAIRS.filter(([, , verdict]) => verdict === 'same'))(
  'a search for %s finds %s, and the other way round',
  (one, other) => {
    const isFound = (search: string, name: string) => {
      const text = searchableText([name, 'Ada', 'P-000123', '9990000018', BORN]);
      return searchWords(search).every((word) => text.includes(word));
    };
    expect(isFound(one, other)).toBe(true);
    expect(isFound(other, one)).toBe(true);
    for (const [written, typed] of [
      ['12-345', '12345'],
      ['12345', '12-345'],
      ['12345', '12 345'],
      ['AB-123', 'ab123'],
      ['ab.123', 'AB 123'],
    ] as const)
      expect(
        searchWords(typed).every((word) => searchableText([one, written, BORN]).includes(word)),
        typed,
      ).toBe(true);
    for (const search of ['P-000123', '000123', '999 000 0018', BORN, '1950-03', `ada ${one}`])
      expect(isFound(search, one)).toBe(true);
  },
);

/** Files that fold text for another reason than to compare people: searches, headings of files, names of lists and plans, questions, free text. */
const FOLD_FOR_OTHER_REASONS = [
  'domain/accounts/roles.ts',
  'domain/forms/choice-faults.ts',
  'domain/imports/import-columns.ts',
  'domain/imports/import-consent-match.ts',
  'domain/theatre/theatre-sheet.ts',
  'domain/values/search-text.ts',
  'server/data/accounts/organisations.ts',
  'server/routes/roles.ts',
  'server/work/accounts/change-role.ts',
  'server/work/organisation/change-details.ts',
  'server/work/organisation/change-entry.ts',
  'server/work/organisation/change-plan.ts',
  'src/screens/about/Faqs.tsx',
  'store/entities/search-pages.ts',
];

test('nobody else folds names to compare them', () => {
  const found = Object.entries(readSources()).flatMap(([file, text]) => (/\bfoldForSearch\(/.test(text) ? [file] : []));
  expect(found).toEqual(FOLD_FOR_OTHER_REASONS);
  const lowered = Object.entries(readSources()).flatMap(([file, text]) =>
    /[nN]ame\.to(?:Locale)?LowerCase\([^)]*\) ===/.test(text) ? [file] : [],
  );
  // Of a speciality, not of a person.
  expect(lowered).toEqual(['server/work/referrals/addressee.ts']);
});
