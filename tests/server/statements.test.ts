import { ticksOnPaper } from '#tests/support/forms/ticks-on-paper.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '#contract/engine/call.ts';
import { calls, type CallName } from '#contract/calls.ts';
import { blankPage } from '#tests/support/files/blank-page.ts';
import { bringSheetBack } from '#tests/support/forms/brought-back.ts';
import { draft, sent, signIn } from '#tests/support/forms/builders.ts';
import { live, makeReads, makeWrites, READS, watched, type Life } from '#tests/support/server/every-call.ts';
import { recordStatements, type StatementLog } from '#tests/support/server/statements.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();
let statements: StatementLog;
beforeAll(() => {
  statements = recordStatements();
});
afterAll(() => statements.stop());

const seen = new Map<CallName, number>();

/** The same server; the statements of each call are counted by its name. */
const counted = watched(app, { request: () => statements.count(), answer: (name) => note(name, statements.count()) });

function note(name: CallName, count: number): void {
  seen.set(name, Math.max(seen.get(name) ?? 0, count));
}

/** The most statements of each call, its authorization among them; begin and commit are not counted. */
const MOST: Readonly<Record<CallName, number>> = {
  faqsList: 1,
  live: 1,
  patientSearch: 2,
  ping: 1,
  pageAsk: 7,
  recordQuestion: 1,
  pageNote: 1,
  pageContact: 1,
  pageContactUpdate: 1,
  pageForms: 1,
  pageOpen: 1,
  roleDelete: 1,
  userUnlockWithTabletPin: 4,
  configSearchOrganisation: 2,
  consentGetAll: 3,
  consentGetConsents: 3,
  dashboardInfo: 10,
  deviceGet: 2,
  documentGet: 4,
  hospitals: 2,
  patientGet: 3,
  patientListed: 3,
  patientListedSheet: 18,
  patientListedSheetImport: 24,
  procedureGet: 2,
  procedureGetDetails: 3,
  procedureCreate: 8,
  procedureUpdate: 8,
  procedureUpdateStatus: 8,
  procedureEditResources: 8,
  procedureAddSection: 7,
  procedurePromote: 9,
  procedureReviewTranslation: 8,
  recordAnswer: 2,
  recordGet: 3,
  roleGet: 2,
  securityGet: 2,
  subscriptionActiveList: 2,
  syncOps: 2,
  templatesGet: 2,
  templatesGetVersions: 3,
  templatesReviewTranslation: 5,
  statusGet: 3,
  statusServer: 6,
  statusRetry: 2,
  userChangePassword: 2,
  userGetClinicians: 2,
  userUpdate: 2,
  config: 4,
  deviceRename: 3,
  deviceRevoke: 3,
  patientGetDetails: 5,
  patientUpdate: 6,
  userExtendToken: 3,
  userMe: 3,
  userOtpRequestqr: 3,
  userOtpSetup: 3,
  userTabletPinRemove: 3,
  consentDownload: 7,
  consentGetPrivateUrl: 6,
  dashboardChart: 5,
  patientUpdateStatus: 9,
  patientUnmerge: 14,
  patientAnother: 8,
  patientHistory: 5,
  patientConflict: 6,
  recordDetails: 7,
  roleDeleteSafely: 4,
  roleUpdate: 6,
  userAuthorise: 6,
  userAuthoriseList: 4,
  userTabletPinSet: 4,
  verifyByCode: 4,
  verifyFile: 6,
  patientCreate: 6,
  importProgress: 1,
  patientImport: 7,
  recordImport: 9,
  importConsent: 8,
  patientGetBundle: 11,
  patientBulkAdd: 10,
  securityExport: 5,
  exportPatients: 6,
  exportRecords: 6,
  exportConsents: 6,
  exportListed: 5,
  exportReferrals: 6,
  exportProcedures: 5,
  auditGet: 5,
  auditExport: 5,
  auditAccessReport: 5,
  auditReasons: 2,
  patientBreakGlass: 3,
  userRegister: 5,
  recordAnswers: 6,
  recordDecline: 6,
  recordPdf: 6,
  templatesCreate: 5,
  templatesUpdate: 7,
  templatesPreview: 2,
  templatesDelete: 5,
  recordPdfGetter: 9,
  recordIdentity: 6,
  recordLater: 6,
  recordUnderstanding: 7,
  recordConfirm: 21,
  recordNotConfirmed: 25,
  recordDone: 24,
  recordClose: 24,
  recordUndoEnd: 24,
  recordNeeds: 10,
  recordTake: 15,
  recordGiveBack: 8,
  recordDoneList: 20,
  recordDisagreement: 10,
  recordAssessChild: 10,
  recordAcceptIdentity: 10,
  recordFormIdentity: 6,
  recordTalked: 11,
  recordBothMeant: 12,
  consentBitpaperUpload: 19,
  recordConfirmScan: 51,
  recordDiscardScan: 13,
  recordRecall: 6,
  recordVoid: 26,
  recordReconsent: 7,
  recordSend: 7,
  userAcceptPolicy: 7,
  userDestroyToken: 7,
  userOtpVerify: 7,
  userUnlock: 7,
  recordDelete: 9,
  recordTimeline: 12,
  roleCreate: 9,
  syncChanges: 10,
  userDevice: 10,
  userForgot: 11,
  userCreate: 12,
  recordUpdate: 16,
  userOtpEmail: 14,
  consentSendToSign: 16,
  consentVerifyUser: 12,
  recordVerifyPatient: 20,
  recordVerifyInterpreter: 20,
  consentSendEmail: 24,
  recordSendInvite: 26,
  recordEndLink: 9,
  recordGiveCopy: 25,
  recordCopyOutcome: 18,
  consentDetailsByToken: 17,
  recordWithdraw: 21,
  userLogin: 16,
  consentUpdate: 24,
  consentSend: 27,
  recordReopen: 24,
  recordSign: 29,
  consentCreate: 29,
  retentionGet: 2,
  retentionUpdate: 22,
  retentionProposals: 3,
  retentionConfirm: 24,
  retentionKeep: 16,
  retentionApprove: 24,
  retentionCertificates: 2,
  retentionHolds: 3,
  retentionHold: 16,
  retentionLift: 22,
  organisation: 3,
  safetyReport: 14,
  safetyOwn: 3,
  safetyList: 3,
  safetyClose: 8,
  organisationPublic: 2,
  subjectAccessCreate: 20,
  subjectAccessDecide: 20,
  subjectAccessDownload: 20,
  subjectAccessGet: 20,
  subjectAccessLines: 20,
  subjectAccessRelease: 20,
  messagesTeams: 2,
  messagesTeamsUpdate: 5,
  userMessages: 2,
  userMessagesUpdate: 4,
  messagesSettings: 5,
  messagesSettingsUpdate: 12,
  messagesSend: 40,
  linkLetter: 45,
  messagesList: 6,
  messagesAgain: 30,
  messagesTest: 4,
  experienceAnswer: 2,
  experienceFigures: 3,
  experienceSettings: 2,
  experienceSettingsUpdate: 7,
  callbackGovukNotify: 8,
  callbackNhsNotify: 8,
  organisationUpdate: 9,
  organisationLogoUpload: 8,
  organisationLogoRemove: 8,
  organisationLogo: 2,
  subscriptionList: 2,
  subscriptionCreate: 9,
  subscriptionUpdate: 9,
  specialityList: 2,
  specialityCreate: 9,
  specialityUpdate: 10,
  gradeList: 2,
  gradeCreate: 9,
  gradeUpdate: 10,
  organisationsList: 3,
  organisationsCreate: 90,
  organisationsUpdate: 11,
  recordRefer: 14,
  recordReferral: 4,
  recordReferralGet: 5,
  recordReferralAmounts: 2,
  recordAddressees: 3,
  recordAttach: 3,
  recordAttachment: 4,
  recordScanPage: 7,
};

test('a read costs as many statements with thirty cases as with a few', async () => {
  const life = await live(counted, app);
  const few = await countReads(life);
  for (let nth = 0; nth < 12; nth += 1) {
    // More versions of cases of the same patient, and more patients.
    await draft(life.people, { patientID: life.ids['patientID'] ?? '' });
    await draft(life.people);
  }
  const many = await countReads(life);
  expect([...many].filter(([name, count]) => count > (few.get(name) ?? 0))).toEqual([]);
  expect(many.size).toBe(READS.length);
});

/** The statements of each read, with the ids of this case. */
async function countReads(life: Life): Promise<Map<CallName, number>> {
  const found = new Map<CallName, number>();
  statements.count();
  await makeReads(app, life, (name) => {
    const count = statements.count();
    found.set(name, Math.max(found.get(name) ?? 0, count));
    note(name, count);
  });
  return found;
}

/** A form on paper: its scan is uploaded twice, once discarded, and checked. */
async function signOnPaper(): Promise<void> {
  const staff = await signIn(counted);
  const form = await sent(staff);
  const { consentID, recipients, shownPatient } = form;
  const upload = async () => {
    const input = { consentID, files: [new Blob([new Uint8Array(blankPage())])] };
    return (await call(calls.consentBitpaperUpload, input, counted.wire(staff.token))).data.sha256;
  };
  await staff.call('recordDiscardScan', { consentID, sha256: await upload() });
  await upload();
  const signers = recipients.map(({ signing_order }) => ({ signing_order, signedOn: '2026-08-06' }));
  const { lastName, dateOfBirth } = shownPatient!;
  const sha256 = await upload();
  await staff.call('recordConfirmScan', {
    consentID,
    sha256,
    pagesChecked: [1],
    identifiers: { lastName, dateOfBirth, isSameProcedure: true },
    signers,
    answers: ticksOnPaper(form, signers),
  });
}

test('no call makes more statements than its line in the table', async () => {
  const life = await live(counted, app);
  statements.count();
  await signOnPaper();
  await bringSheetBack(counted);
  await makeWrites(counted, app, life, (name) => note(name, statements.count()));
  expect([...seen].filter(([name, count]) => count > MOST[name])).toEqual([]);
});
