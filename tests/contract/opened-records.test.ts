import { expect, test } from 'vitest';
import { importsOf, readSources, type Sources } from '#tests/support/checks/syntax.ts';

/** The functions that read one record past every guard. */
const READERS = /^(?:patientById|lockPatient|holdPatient|holdPatients|patientOfCase|caseById|lockCase|consentById)$/;

/** The functions that ask for the reason. */
const GUARDS = /^(?:requireReasonToOpen|openPatient|openCase|openRecord)$/;

/** Sources that read a record without asking, and what stands for the question there. */
const ASKED_ELSEWHERE: Readonly<Record<string, string>> = {
  'server/routes/audit.ts': 'where the reason is given',
  'server/work/consents/change-operator.ts': 'another version of a case that is open',
  'server/work/documents/draw-file.ts': 'a document of a version that its reader has opened',
  'server/work/referrals/referral-case.ts': 'both sides of a referral are of the team',
  'server/work/integrity/record-heads.ts': 'the server itself',
  'server/work/integrity/record-patients.ts': 'the server itself',
  'server/work/documents/viewing-copy.ts': 'the server itself',
  'server/work/documents/seal-document.ts': 'the server itself',
  'server/work/documents/seal-refusal.ts': 'the server itself',
  'server/work/documents/seal-checked-scan.ts': 'the server itself',
  'server/work/documents/archive-document.ts': 'the server itself',
  'server/work/documents/addenda.ts': 'the server itself',
  'server/work/documents/content/document-source.ts': 'a document of a version that its reader has opened',
  'server/work/documents/content/unsigned-source.ts': 'a document of a version that its reader has opened',
  'server/work/documents/draw-preview.ts': 'READ_RULES asks before recordPdf',
  'server/work/paper/scan-page.ts': 'READ_RULES asks before recordScanPage',
};

/** The sources of routes and work that read a record and hold no guard. */
function unguarded(sources: Sources): string[] {
  return Object.entries(sources).flatMap(([file, source]) => {
    const names = importsOf(file, source).flatMap((each) => each.names);
    return names.some((name) => READERS.test(name)) && !names.some((name) => GUARDS.test(name)) ? [file] : [];
  });
}

const sources = readSources(['server/routes', 'server/work', 'server/policies']);
// The opening functions themselves.
const opening = ['server/work/cases/open-case.ts', 'server/work/cases/open-patient.ts'];

test('one record is read by the functions that ask for a reason, or where the question is asked before', () => {
  const found = unguarded(sources).filter((file) => !opening.includes(file));
  expect(found.filter((file) => !(file in ASKED_ELSEWHERE))).toEqual([]);
  const stale = Object.keys(ASKED_ELSEWHERE).filter((file) => !found.includes(file));
  expect(stale).toEqual([]);
});

test('the opening functions ask, and a reader without a guard is found', () => {
  for (const file of opening) expect(sources[file], file).toContain('requireReasonToOpen(');
  const planted = "import { lockCase } from '#server/data/cases/cases.ts';\nexport const read = lockCase;\n";
  expect(unguarded({ 'server/work/planted.ts': planted })).toEqual(['server/work/planted.ts']);
});
