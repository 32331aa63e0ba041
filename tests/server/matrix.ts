/**
 * The permitted callers of every call, written down a second time: a change of the contract's access, of a seeded role or of the
 * gate must be made here as well.
 *
 * Columns: the seeded roles; OUT without a token, or with an invalid one; END with the token of a session that has ended; REG in
 * the middle of a registration; TIC with a ticket, naming its own version; OTH with every permission in another organisation,
 * naming entities of this one.
 *
 * Cells: `+` admitted, `o` open to anybody, `F` FORBIDDEN, `S` SIGN_IN, `T` TICKET_ENDED, `N` NOT_FOUND as for an id that does
 * not exist, `-` names nothing that another organisation could have (of userUpdate and userChangePassword the own account alone;
 * an id in patientCreate and in safetyReport is one that a device made, and free; the case of a report has a test of its own, and so has
 * the patient by whom subjectAccessGet may be narrowed).
 */
const TABLE = `
call                     ADM BCH CLI NUR HOS REF REA AUD OUT END REG TIC OTH
userLogin                o   o   o   o   o   o   o   o   o   o   o   o   -
userOtpVerify            o   o   o   o   o   o   o   o   o   o   o   o   -
userOtpEmail             o   o   o   o   o   o   o   o   o   o   o   o   -
userExtendToken          +   +   +   +   +   +   +   +   S   S   +   F   -
userDestroyToken         +   +   +   +   +   +   +   +   S   S   +   F   -
userMe                   +   +   +   +   +   +   +   +   S   S   +   F   -
userUnlock               +   +   +   +   +   +   +   +   S   S   F   +   -
userUnlockWithTabletPin  +   +   +   +   +   +   +   +   S   S   F   +   -
userTabletPinSet         +   +   +   +   +   +   +   +   S   S   F   F   -
userMessages             +   +   +   +   +   +   +   +   S   S   F   F   -
userMessagesUpdate       +   +   +   +   +   +   +   +   S   S   F   F   -
userTabletPinRemove      +   +   +   +   +   +   +   +   S   S   F   F   -
userGetClinicians        +   +   +   +   +   +   +   F   S   S   F   F   -
userCreate               o   o   o   o   o   o   o   o   o   o   o   o   -
userRegister             o   o   o   o   o   o   o   o   o   o   o   o   -
pageAsk                  o   o   o   o   o   o   o   o   o   o   o   o   -
userForgot               o   o   o   o   o   o   o   o   o   o   o   o   -
userUpdate               +   +   +   +   +   +   +   +   S   S   +   F   -
userChangePassword       +   +   +   +   +   +   +   +   S   S   F   F   -
userOtpRequestqr         +   +   +   +   +   +   +   +   S   S   +   F   -
userOtpSetup             +   +   +   +   +   +   +   +   S   S   +   F   -
userAcceptPolicy         +   +   +   +   +   +   +   +   S   S   +   F   -
userAuthoriseList        +   +   F   F   F   F   F   F   S   S   F   F   -
userAuthorise            +   +   F   F   F   F   F   F   S   S   F   F   N
roleGet                  +   +   F   F   F   F   F   F   S   S   F   F   -
roleCreate               +   F   F   F   F   F   F   F   S   S   F   F   -
roleUpdate               +   F   F   F   F   F   F   F   S   S   F   F   N
roleDelete               +   F   F   F   F   F   F   F   S   S   F   F   N
roleDeleteSafely         +   F   F   F   F   F   F   F   S   S   F   F   N
deviceGet                +   +   F   F   F   F   F   F   S   S   F   F   -
deviceRevoke             +   +   F   F   F   F   F   F   S   S   F   F   N
deviceRename             +   +   F   F   F   F   F   F   S   S   F   F   N
securityGet              +   F   F   F   F   F   F   +   S   S   F   F   -
securityExport           +   F   F   F   F   F   F   +   S   S   F   F   -
auditGet                 +   F   F   F   F   F   F   +   S   S   F   F   -
auditExport              +   F   F   F   F   F   F   +   S   S   F   F   -
auditAccessReport        +   F   F   F   F   F   F   +   S   S   F   F   -
auditReasons             +   +   F   F   F   F   F   +   S   S   F   F   -
patientBreakGlass        +   +   +   +   +   +   +   F   S   S   F   F   N
patientCreate            +   +   +   +   +   +   F   F   S   S   F   F   -
patientUpdate            +   +   +   +   +   +   F   F   S   S   F   F   N
patientUpdateStatus      +   +   +   +   +   +   F   F   S   S   F   F   N
patientUnmerge           +   F   F   F   F   F   F   F   S   S   F   F   N
patientAnother           +   +   +   +   +   +   F   F   S   S   F   F   N
patientHistory           +   +   +   +   +   +   +   F   S   S   F   F   N
patientConflict          +   +   +   +   +   +   F   F   S   S   F   F   N
patientSearch            +   +   +   +   +   +   +   F   S   S   F   F   -
patientGetDetails        +   +   +   +   +   +   +   F   S   S   F   F   N
patientGetBundle         +   +   +   +   +   +   +   F   S   S   F   F   N
patientListed            +   +   +   +   +   +   +   F   S   S   F   F   -
patientListedSheet       +   +   +   +   +   +   +   F   S   S   F   F   -
patientListedSheetImport +   +   +   F   +   +   F   F   S   S   F   F   -
patientGet               +   +   +   +   +   +   +   F   S   S   F   F   -
patientImport            +   +   +   F   +   F   F   F   S   S   F   F   -
recordImport             +   +   +   F   +   F   F   F   S   S   F   F   -
importConsent            +   +   +   F   +   F   F   F   S   S   F   F   -
patientBulkAdd           +   +   +   F   +   F   F   F   S   S   F   F   -
importProgress           +   +   +   F   +   F   F   F   S   S   F   F   -
exportPatients           +   +   +   +   +   +   +   F   S   S   F   F   -
exportListed             +   +   +   +   +   +   +   F   S   S   F   F   -
exportRecords            +   +   +   +   +   +   +   F   S   S   F   F   -
exportConsents           +   +   +   +   +   +   +   F   S   S   F   F   -
exportReferrals          F   +   +   F   F   +   F   F   S   S   F   F   -
exportProcedures         +   +   +   +   +   +   +   F   S   S   F   F   -
consentCreate            +   +   +   F   +   +   F   F   S   S   F   F   N
consentUpdate            +   +   +   F   +   +   F   F   S   S   F   F   N
consentSend              +   +   +   F   F   F   F   F   S   S   F   F   N
consentGetAll            +   +   +   +   +   +   +   F   S   S   F   F   -
consentGetConsents       +   +   +   +   +   +   +   F   S   S   F   F   -
consentGetPrivateUrl     +   +   +   +   +   +   +   F   S   S   F   F   N
documentGet              o   o   o   o   o   o   o   o   o   o   o   o   -
consentSendToSign        +   +   +   F   F   F   F   F   S   S   F   F   N
consentDetailsByToken    o   o   o   o   o   o   o   o   o   o   o   o   -
consentVerifyUser        o   o   o   o   o   o   o   o   o   o   o   o   -
recordVerifyPatient      o   o   o   o   o   o   o   o   o   o   o   o   -
recordVerifyInterpreter  o   o   o   o   o   o   o   o   o   o   o   o   -
consentSendEmail         +   +   +   F   F   F   F   F   S   S   F   F   N
recordSendInvite         +   +   +   F   F   F   F   F   S   S   F   F   N
recordGiveCopy           +   +   +   F   F   F   F   F   S   S   F   F   N
recordCopyOutcome        +   +   +   F   F   F   F   F   S   S   F   F   N
recordEndLink            +   +   +   F   F   F   F   F   S   S   F   F   N
recordIdentity           F   +   +   F   F   F   F   F   S   S   F   +   N
recordSign               F   +   +   F   F   F   F   F   S   S   F   +   N
recordDecline            F   +   +   F   F   F   F   F   S   S   F   +   N
recordLater              F   +   +   F   F   F   F   F   S   S   F   +   N
recordQuestion           F   F   F   F   F   F   F   F   T   T   F   +   -
pageForms                F   F   F   F   F   F   F   F   T   T   F   +   -
pageOpen                 F   F   F   F   F   F   F   F   T   T   F   F   -
pageContact              F   F   F   F   F   F   F   F   T   T   F   +   -
pageContactUpdate        F   F   F   F   F   F   F   F   T   T   F   +   -
pageNote                 F   F   F   F   F   F   F   F   T   T   F   +   -
recordAnswers            F   +   +   F   F   F   F   F   S   S   F   +   N
recordUnderstanding      F   +   +   F   F   F   F   F   S   S   F   +   N
recordWithdraw           F   +   +   +   F   F   F   F   S   S   F   +   N
consentDownload          +   +   +   +   +   +   +   F   S   S   F   +   N
recordGet                +   +   +   +   +   +   +   F   S   S   F   F   -
recordDetails            +   +   +   +   +   +   +   F   S   S   F   F   N
recordUpdate             +   +   +   F   +   +   F   F   S   S   F   F   N
recordSend               +   +   +   F   F   F   F   F   S   S   F   F   N
recordAnswer             +   +   +   F   +   +   F   F   S   S   F   F   N
recordVoid               +   +   +   F   F   F   F   F   S   S   F   F   N
recordConfirm            F   +   +   +   F   F   F   F   S   S   F   F   N
recordNotConfirmed       F   +   +   +   F   F   F   F   S   S   F   F   N
recordDone               F   +   +   +   F   F   F   F   S   S   F   F   N
recordClose              +   +   +   F   +   +   F   F   S   S   F   F   N
recordUndoEnd            F   +   +   +   F   F   F   F   S   S   F   F   N
recordNeeds              +   +   +   +   +   +   +   F   S   S   F   F   -
recordTake               +   +   +   +   +   +   F   F   S   S   F   F   N
recordGiveBack           +   +   +   +   +   +   F   F   S   S   F   F   N
recordDoneList           F   +   +   +   F   F   F   F   S   S   F   F   -
recordDisagreement       F   +   +   F   F   F   F   F   S   S   F   F   N
recordAssessChild        F   +   +   F   F   F   F   F   S   S   F   F   N
consentBitpaperUpload    +   +   +   F   +   +   F   F   S   S   F   F   N
recordScanPage           +   +   +   +   +   +   +   F   S   S   F   F   N
recordConfirmScan        F   +   +   F   F   F   F   F   S   S   F   F   N
recordDiscardScan        +   +   +   F   +   +   F   F   S   S   F   F   N
recordAcceptIdentity     F   +   +   +   F   F   F   F   S   S   F   F   N
recordFormIdentity       +   +   +   +   +   +   +   F   S   S   F   F   -
recordTalked             F   +   +   +   F   F   F   F   S   S   F   F   N
recordBothMeant          F   +   +   F   F   F   F   F   S   S   F   F   N
recordRecall             +   +   +   F   F   F   F   F   S   S   F   F   N
recordReopen             +   +   +   F   F   F   F   F   S   S   F   F   N
recordReconsent          +   +   +   F   F   F   F   F   S   S   F   F   N
recordTimeline           +   +   +   +   +   +   +   +   S   S   F   F   N
recordPdfGetter          +   +   +   +   +   +   +   F   S   S   F   F   N
recordPdf                +   +   +   F   +   +   F   F   S   S   F   F   N
recordDelete             +   +   +   F   +   +   F   F   S   S   F   F   N
recordRefer              F   +   F   F   F   +   F   F   S   S   F   F   N
recordReferral           F   +   +   F   F   +   F   F   S   S   F   F   N
recordReferralGet        F   +   +   F   F   +   F   F   S   S   F   F   N
recordReferralAmounts    F   +   +   F   F   +   F   F   S   S   F   F   -
recordAddressees         F   +   F   F   F   +   F   F   S   S   F   F   -
recordAttach             F   +   +   F   F   +   F   F   S   S   F   F   N
recordAttachment         F   +   +   F   F   +   F   F   S   S   F   F   N
procedureCreate          +   +   F   F   F   F   F   F   S   S   F   F   -
procedureUpdate          +   +   F   F   F   F   F   F   S   S   F   F   N
procedureUpdateStatus    +   +   F   F   F   F   F   F   S   S   F   F   N
procedureEditResources   +   +   F   F   F   F   F   F   S   S   F   F   N
procedureAddSection      +   +   +   F   +   +   F   F   S   S   F   F   N
procedurePromote         +   +   F   F   F   F   F   F   S   S   F   F   N
procedureReviewTranslation + F   F   F   F   F   F   F   S   S   F   F   N
procedureGet             +   +   +   +   +   +   +   F   S   S   F   F   -
procedureGetDetails      +   +   +   +   +   +   +   F   S   S   F   F   N
templatesGet             +   +   +   +   +   +   +   F   S   S   F   F   -
templatesGetVersions     +   +   +   +   +   +   +   F   S   S   F   F   N
templatesCreate          +   +   +   F   F   F   F   F   S   S   F   F   -
templatesUpdate          +   +   +   F   F   F   F   F   S   S   F   F   N
templatesPreview         +   +   +   F   F   F   F   F   S   S   F   F   -
templatesReviewTranslation + F   F   F   F   F   F   F   S   S   F   F   N
templatesDelete          +   +   +   F   F   F   F   F   S   S   F   F   N
config                   o   o   o   o   o   o   o   o   o   o   o   o   -
configSearchOrganisation +   +   +   +   +   +   +   +   S   S   +   F   -
hospitals                +   +   +   +   +   +   +   +   S   S   +   F   -
subscriptionActiveList   +   +   +   +   +   +   +   +   S   S   +   F   -
organisation             +   +   +   +   +   +   +   +   S   S   F   F   -
organisationPublic       o   o   o   o   o   o   o   o   o   o   o   o   -
messagesTeams            +   F   F   F   F   F   F   F   S   S   F   F   -
messagesTeamsUpdate      +   F   F   F   F   F   F   F   S   S   F   F   -
organisationUpdate       +   F   F   F   F   F   F   F   S   S   F   F   -
messagesSettings         +   F   F   F   F   F   F   F   S   S   F   F   -
messagesSettingsUpdate   +   F   F   F   F   F   F   F   S   S   F   F   -
messagesSend             +   +   +   F   F   F   F   F   S   S   F   F   N
linkLetter               +   +   +   F   F   F   F   F   S   S   F   F   N
messagesList             +   +   +   +   +   +   +   F   S   S   F   F   N
messagesAgain            +   +   +   F   F   F   F   F   S   S   F   F   N
messagesTest             +   F   F   F   F   F   F   F   S   S   F   F   -
experienceAnswer         o   o   o   o   o   o   o   o   o   o   o   o   -
experienceFigures        +   +   +   +   +   F   +   +   S   S   F   F   -
experienceSettings       +   F   F   F   F   F   F   F   S   S   F   F   -
experienceSettingsUpdate +   F   F   F   F   F   F   F   S   S   F   F   -
callbackNhsNotify        o   o   o   o   o   o   o   o   o   o   o   o   -
callbackGovukNotify      o   o   o   o   o   o   o   o   o   o   o   o   -
organisationLogoUpload   +   F   F   F   F   F   F   F   S   S   F   F   -
organisationLogoRemove   +   F   F   F   F   F   F   F   S   S   F   F   N
organisationLogo         o   o   o   o   o   o   o   o   o   o   o   o   -
subscriptionList         +   F   F   F   F   F   F   F   S   S   F   F   -
subscriptionCreate       +   F   F   F   F   F   F   F   S   S   F   F   -
subscriptionUpdate       +   F   F   F   F   F   F   F   S   S   F   F   N
specialityList           +   F   F   F   F   F   F   F   S   S   F   F   -
specialityCreate         +   F   F   F   F   F   F   F   S   S   F   F   -
specialityUpdate         +   F   F   F   F   F   F   F   S   S   F   F   -
gradeList                +   F   F   F   F   F   F   F   S   S   F   F   -
gradeCreate              +   F   F   F   F   F   F   F   S   S   F   F   -
gradeUpdate              +   F   F   F   F   F   F   F   S   S   F   F   -
organisationsList        +   F   F   F   F   F   F   F   S   S   F   F   -
organisationsCreate      +   F   F   F   F   F   F   F   S   S   F   F   -
organisationsUpdate      +   F   F   F   F   F   F   F   S   S   F   F   -
subjectAccessCreate      +   F   F   F   F   F   F   F   S   S   F   F   N
subjectAccessGet         +   F   F   F   F   F   F   F   S   S   F   F   -
subjectAccessLines       +   F   F   F   F   F   F   F   S   S   F   F   N
subjectAccessDecide      +   F   F   F   F   F   F   F   S   S   F   F   N
subjectAccessRelease     +   F   F   F   F   F   F   F   S   S   F   F   N
subjectAccessDownload    +   F   F   F   F   F   F   F   S   S   F   F   N
retentionGet             +   F   F   F   F   F   F   F   S   S   F   F   -
retentionUpdate          +   F   F   F   F   F   F   F   S   S   F   F   -
retentionProposals       +   F   F   F   F   F   F   F   S   S   F   F   -
retentionConfirm         +   F   F   F   F   F   F   F   S   S   F   F   N
retentionKeep            +   F   F   F   F   F   F   F   S   S   F   F   N
retentionApprove         +   F   F   F   F   F   F   F   S   S   F   F   N
retentionCertificates    +   F   F   F   F   F   F   F   S   S   F   F   -
retentionHolds           +   F   F   F   F   F   F   F   S   S   F   F   -
retentionHold            +   F   F   F   F   F   F   F   S   S   F   F   -
retentionLift            +   F   F   F   F   F   F   F   S   S   F   F   N
faqsList                 +   +   +   +   +   +   +   +   S   S   F   F   -
ping                     o   o   o   o   o   o   o   o   o   o   o   o   -
dashboardInfo            +   +   +   +   +   F   +   +   S   S   F   F   N
dashboardChart           +   +   +   +   +   F   +   +   S   S   F   F   N
statusGet                +   +   F   F   F   F   F   F   S   S   F   F   -
statusServer             +   F   F   F   F   F   F   F   S   S   F   F   -
safetyReport             +   +   +   +   +   +   +   +   S   S   F   F   -
safetyOwn                +   +   +   +   +   +   +   +   S   S   F   F   -
safetyList               +   F   F   F   F   F   F   F   S   S   F   F   -
safetyClose              +   F   F   F   F   F   F   F   S   S   F   F   N
statusRetry              +   F   F   F   F   F   F   F   S   S   F   F   -
verifyByCode             o   o   o   o   o   o   o   o   o   o   o   o   -
verifyFile               o   o   o   o   o   o   o   o   o   o   o   o   -
syncOps                  +   +   +   +   +   +   +   +   S   S   F   F   -
live                     +   +   +   +   +   +   +   +   S   S   F   F   -
syncChanges              +   +   +   +   +   +   +   +   S   S   F   F   -
userDevice               +   +   +   +   +   +   +   +   S   S   F   F   -
`;

export const ROLE_COLUMNS: Readonly<Record<string, string>> = {
  ADM: 'ADMIN',
  BCH: 'BCH_CLINICIAN',
  CLI: 'CLINICIAN',
  NUR: 'NURSE',
  HOS: 'HOSPITAL_USER',
  REF: 'REFERRER',
  REA: 'READ_ONLY',
  AUD: 'AUDITOR',
};

const [head = [], ...lines] = TABLE.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));

/** The names of all calls of the table. */
export const MATRIX_CALLS: readonly string[] = lines.map(([name = '']) => name);

/** One column: what is expected of each call. @throws Error for a column that the table does not have */
export function columnOf(column: string): Record<string, string> {
  const at = head.indexOf(column);
  if (at < 1) throw new Error(`There is no column ${column}`);
  return Object.fromEntries(lines.map((cells) => [cells[0], cells[at] ?? '']));
}
