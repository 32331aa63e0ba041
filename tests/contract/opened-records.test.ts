import { expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { READ_RULES } from '#server/http/read-rules.ts';
import { declarationsOf, type Declared } from '#tests/support/checks/record-readers.ts';
import { readSources } from '#tests/support/checks/syntax.ts';
import { COLUMN_COVERAGE } from '#tests/support/integrity/column-coverage.ts';

/** Columns of a table that names somebody's record. */
const OF_A_RECORD = ['patient_id', 'case_id', 'consent_id', 'version_id', 'document_id'];
/** The tables that hold a part of a record, a new one by itself. */
const TABLES = Object.entries(COLUMN_COVERAGE).flatMap(([table, entries]) => {
  const columns = entries.flatMap(([, , names]) => names.split(' '));
  return ['patients', 'cases', 'consents'].includes(table) || OF_A_RECORD.some((each) => columns.includes(each)) ? [table] : [];
});

/** The functions that ask for the reason. */
const ASKS = /#(?:requireReason|requireReasonToOpen|requireReasonToJoin|openCase|openRecord|openPatient|openPatientForForm)$/;
/** Types that nobody has who was not asked. */
const OPENED = /^(?:OpenCase|Permit)$/;
/** Calls of whom nobody asks: the patient and other signers, and nobody yet. */
const OF_NO_STAFF = ['none', 'ticket', 'token', 'registering'];

const isData = ({ file }: Declared) => file.startsWith('server/data/');
/** The call that a handler answers. */
const callOf = ({ name }: Declared) => /^server\/routes\/[^#]*#\w+Handlers\.(\w+)$/.exec(name)?.[1];

/** Whether whoever comes here was asked, by its own text, by what it is handed, or before the call was let in. */
function asks(each: Declared): boolean {
  if ([...each.uses].some((used) => ASKS.test(used)) || [...each.takes].some((type) => OPENED.test(type))) return true;
  const call = callOf(each);
  // Names of calls; one that a test has planted is in neither table.
  const rule = READ_RULES[call as keyof typeof READ_RULES];
  const access: readonly string[] | undefined = calls[call as keyof typeof calls]?.access;
  const isOfOthers = access?.every((who) => OF_NO_STAFF.includes(who)) ?? false;
  return isOfOthers || rule?.subject !== undefined || rule?.found !== undefined;
}

/** The functions outside of `server/data` that read a record, by themselves or by any function there, and to which a way leads on which nobody asks. */
function unasked(sources: Readonly<Record<string, string>>): string[] {
  const all = declarationsOf(sources);
  const reading = new Set<string>();
  const open = new Set<string>();
  const users = new Map<string, Declared[]>();
  for (const each of all.values()) {
    if (TABLES.some((table) => each.tables.has(table))) reading.add(each.name);
    for (const used of each.uses) users.set(used, [...(users.get(used) ?? []), each]);
  }
  // Within the data, whoever uses a reader reads.
  const queue = [...reading];
  for (let name = queue.pop(); name !== undefined; name = queue.pop())
    for (const user of all.get(name)?.file.startsWith('server/data/') === true ? (users.get(name) ?? []) : [])
      if (!reading.has(user.name)) {
        reading.add(user.name);
        queue.push(user.name);
      }
  // A way begins where nobody of the server calls: at a handler, or at a job.
  const ways = [...all.values()].filter((each) => {
    const before = (users.get(each.name) ?? []).filter((user) => user.name !== each.name);
    return !isData(each) && (callOf(each) !== undefined || before.length === 0);
  });
  for (let each = ways.pop(); each !== undefined; each = ways.pop()) {
    if (open.has(each.name) || asks(each)) continue;
    open.add(each.name);
    for (const used of each.uses) {
      const next = all.get(used);
      if (next !== undefined && !isData(next)) ways.push(next);
    }
  }
  return [...open].filter((name) => reading.has(name)).toSorted();
}
/** Functions that read a record on a way on which nobody asks, and what stands for the question there. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  'the server itself, whose work nobody sees': words(
    'http/health.ts#readQueue main.ts#openDeps',
    'work/cases/notify.ts#notify work/cases/notify.ts#stateAfter work/notifications/case-of-news.ts#caseOfNews',
    'work/notifications/case-of-news.ts#isSeenTo work/notifications/case-of-news.ts#newsOfEvent',
    'work/notifications/send-notifications.ts#sendNotifications work/notifications/send-notifications.ts#tellStaff',
    'work/own-page/answer-asks.ts#formsOf work/own-page/answer-asks.ts#send',
    // News of an account that cannot be told goes on to the team of its case, which is looked up.
    'work/notifications/pass-on.ts#passOn work/notifications/pass-on.ts#passOnMail',
    'work/notifications/listed-ahead.ts#listedAhead work/notifications/look-ahead.ts#lookAhead work/notifications/look-ahead.ts#writeDown',
    'work/cases/open-case.ts#findCase work/cases/open-case.ts#recordEvent work/cases/system-event.ts#addSystemEvent',
    'work/documents/addenda.ts#addendaWithoutDocument work/documents/addenda.ts#makeAddenda work/documents/archive-document.ts#archiveDocument',
    'work/documents/queue-archives.ts#queueArchives work/documents/requeue-seals.ts#requeueSeals work/documents/seal-document.ts#sealDocument',
    'work/documents/seal-checked-scan.ts#checkedScanOf work/documents/seal-checked-scan.ts#confirmedFiles',
    'work/documents/seal-checked-scan.ts#makeCheckedScan work/documents/seal-checked-scan.ts#sealCheckedScan',
    'work/documents/seal-refusal.ts#sealRefusal work/documents/viewing-copy.ts#makeViewingCopy',
    'work/integrity/check-access.ts#checkAccess work/integrity/check-access.ts#isWhole work/integrity/check-all.ts#checkAll',
    'work/integrity/check-all.ts#documentFaults work/integrity/check-archives.ts#archiveFaults work/integrity/check-case.ts#checkCase',
    'work/integrity/check-patients.ts#checkPatients work/integrity/daily-check.ts#refreshSearches work/integrity/intact-document.ts#documentFault',
    'work/integrity/record-heads.ts#recordCase work/integrity/record-heads.ts#recordHeadsOnce work/integrity/record-patients.ts#recordOne',
    'work/integrity/record-patients.ts#recordPatientsOnce work/integrity/seal-leaves.ts#fillSealLeaves',
    'work/links/expire-links.ts#expireLinks work/links/remind-links.ts#remindLinks work/links/unsent-mail.ts#unsentBecause work/deliveries/give-up-mail.ts#giveUpMail',
    'work/retention/delete-approved.ts#deleteApproved work/retention/propose-due.ts#proposeDue work/retention/still-due.ts#stillDue',
    'work/safety/tell-safety.ts#tellUnseenHarm work/status/stuck-work.ts#stuckWork',
  ),
  'the command that exports everything, by whoever has the server; the security log names it': words(
    'work/fhir/read-record.ts#readRecordParts work/packs/exit-records.ts#exitLists',
  ),
  'the question itself, and the places that it asks about': words(
    'http/record-reason.ts#placesOf routes/audit.ts#auditHandlers.patientBreakGlass',
  ),
  'who is told that something changed: ids alone': words('http/live-hub.ts#idsByReferrer'),
  'a ticket and its tablet, for whose version the reason was asked when it was made': words(
    'http/actor.ts#ticketHandover work/accounts/unlock.ts#returnTablet',
  ),
  'a document of a version that its reader has opened': words(
    'work/documents/draw-file.ts#drawFile work/documents/audit-file.ts#auditFile work/documents/content/document-source.ts#sourceAround',
    'work/documents/content/unsigned-source.ts#draftSource',
  ),
  'lines of lists and files, redacted where a record is of another team': words(
    'routes/consents.ts#listOf routes/patients.ts#patientsHandlers.patientGet routes/patients.ts#patientsHandlers.patientSearch',
    'routes/records.ts#recordsHandlers.recordGet work/exports/lists.ts#EXPORT_LISTS work/theatre/theatre-list.ts#readTheatreRows',
    'work/theatre/make-sheet.ts#withCodes',
    'work/notifications/case-needs.ts#listNeeds work/notifications/case-needs.ts#needsOfCases',
  ),
  counts: words(
    'routes/reference.ts#referenceHandlers.dashboardChart routes/reference.ts#referenceHandlers.dashboardInfo',
    'routes/referrals.ts#referralsHandlers.recordReferralAmounts work/consents/waiting-counts.ts#countWaiting',
  ),
  'auditors, who read of every record that and by whom it was opened': words(
    'routes/audit.ts#auditHandlers.auditGet routes/audit.ts#auditHandlers.auditReasons work/audit/export-trail.ts#allLines',
  ),
  'likely doubles of somebody who is entered or imported: lines of lists': words(
    'work/patients/create.ts#createPatients work/imports/preview-patients.ts#compareRows work/imports/check-consents.ts#compareRows',
  ),
  'both sides of a referral are of the team': words(
    'work/referrals/attach.ts#store work/referrals/move-referral.ts#moveReferral work/referrals/move-referral.ts#recordNow',
    'work/referrals/present-referral.ts#presentReferral work/referrals/referral-case.ts#openReferral',
    'work/referrals/referral-case.ts#recordReferralEvent work/referrals/referral-case.ts#sidesOf',
  ),
  'who keeps or deletes records reads lines of them, and no form': words(
    'routes/retention.ts#retentionHandlers.retentionHolds routes/retention.ts#retentionHandlers.retentionProposals',
    'work/retention/delete-record.ts#approveDeletion work/retention/delete-record.ts#confirmDeletion work/retention/delete-record.ts#isOnHold',
    'work/retention/delete-record.ts#keepRecord work/retention/delete-record.ts#seenProposal work/retention/delete-record.ts#shownProposal',
    'work/retention/holds.ts#askToLift work/retention/holds.ts#liftHold work/retention/holds.ts#placeHold work/retention/holds.ts#shownHold',
  ),
  'the copies of a tablet, of the records that its person may open': words(
    'work/sync/changes.ts#changesFor work/sync/changes.ts#changesOf work/consents/hidden-version.ts#readableTimelines',
    'work/consents/hidden-version.ts#timelineFilter',
  ),
  'reports of safety problems, which name no patient and a case by its id alone': words(
    'routes/safety.ts#safetyHandlers.safetyList routes/safety.ts#safetyHandlers.safetyOwn',
    'work/safety/report-safety.ts#reportSafety work/safety/report-safety.ts#settleReport',
  ),
  'work of the server itself on messages, which shows nothing to anybody': words(
    'work/deliveries/deliver.ts#deliverNext work/deliveries/deliver.ts#prepare work/deliveries/follow.ts#followDelivery',
    'work/deliveries/follow.ts#followFailed work/deliveries/reconcile.ts#reconcileSent work/deliveries/settle.ts#settleDelivery',
    'work/links/addressee.ts#sendingBefore work/links/addressee.ts#wishesOf',
  ),
  'who makes the copy of a record for its patient: lines of copies, each asked for with a reason': words(
    'work/packs/make-pack.ts#draft work/packs/make-pack.ts#gathered work/packs/make-pack.ts#makePack work/packs/make-pack.ts#ready',
    'work/packs/read-pack.ts#readPack work/packs/withheld-parts.ts#withheldCases work/accounts/reseal-secrets.ts#resealSecrets',
  ),
  'locks alone: each record is opened by a function of its own': words(
    'routes/case-ends.ts#caseEndsHandlers.recordDoneList work/sync/lock-first.ts#lockFirst',
  ),
  'a sheet that is brought back from paper': words(
    'work/theatre/judge-rows.ts#judgeRows work/theatre/paper-reports.ts#reportsOf',
  ),
};

function words(...lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split(' ').map((name) => `server/${name}`));
}

const sources = readSources(['server']);

test('every way to a table of records passes a function that asks for a reason, or one that is named here with what stands for it', () => {
  expect(TABLES).toEqual(
    expect.arrayContaining(['patients', 'cases', 'consents', 'timeline', 'signatures', 'questions', 'own_words']),
  );
  expect(unasked(sources)).toEqual(Object.values(NAMED).flat().toSorted());
});

test('the functions that ask do so by the one that throws', () => {
  const all = declarationsOf(sources);
  const asking = [...all.values()].filter(({ name }) => ASKS.test(name));
  expect(asking.map(({ name }) => name.split('#')[1]).toSorted()).toEqual([
    'openCase',
    'openPatient',
    'openPatientForForm',
    'openRecord',
    'requireReason',
    'requireReasonToJoin',
    'requireReasonToOpen',
  ]);
  for (const { name, uses } of asking)
    expect(name.endsWith('#requireReason') || [...uses].some((used) => ASKS.test(used)), name).toBe(true);
});

const IMPORTS = `import { consentsOfCase } from '#server/data/consents/consents.ts';
import { eventsOf } from '#server/data/cases/timeline.ts';
import { patientById } from '#server/data/patients/patients.ts';
import { openCase, type OpenCase } from '#server/work/cases/open-case.ts';
`;

test.each([
  ['a reader of another name', 'export const planted = (db, id) => eventsOf(db, id, id);', 'planted'],
  [
    'one beside a function that asks',
    'export async function asks(context, id) { await openCase(context, id); return consentsOfCase(context.db, id, id); }\nexport function planted(db, id) { return patientById(db, id, id); }',
    'planted',
  ],
  ['a table by itself', "export const planted = (db) => db.selectFrom('questions').selectAll().execute();", 'planted'],
  [
    'a table that is joined',
    "export const planted = (db) => db.selectFrom('roles').innerJoin('signatures as s', 'a', 'b');",
    'planted',
  ],
  ['SQL', 'export const planted = (db) => sql`select text from own_words`.execute(db);', 'planted'],
  [
    'what a write gives back',
    "export const planted = (db) => db.updateTable('patients').set({}).returningAll().execute();",
    'planted',
  ],
  [
    'a function that it hands on',
    'const READ = { events: eventsOf };\nexport const planted = (db, id) => READ.events(db, id, id);',
    'READ',
  ],
  [
    'a part of an opened case',
    "export const planted = (open: Pick<OpenCase, 'db'>, id) => eventsOf(open.db, id, id);",
    'planted',
  ],
  [
    'a handler without a rule',
    'export const plantedHandlers = { plantedCall({ id }, { db }) { return eventsOf(db, id, id); } };',
    'plantedHandlers.plantedCall',
  ],
  ['an opened case', 'export const planted = (open: OpenCase) => eventsOf(open.db, open.record.id, open.record.id);', undefined],
  [
    'one that asks',
    'export async function planted(context, id) { await openCase(context, id); return eventsOf(context.db, id, id); }',
    undefined,
  ],
  [
    'one whose only user asks',
    'const read = (db, id) => eventsOf(db, id, id);\nexport async function planted(context, id) { await openCase(context, id); return read(context.db, id); }',
    undefined,
  ],
  [
    'a handler that a rule guards',
    'export const plantedHandlers = { recordDetails({ id }, { db }) { return eventsOf(db, id, id); } };',
    undefined,
  ],
  ['one that reads other tables', "export const planted = (db) => db.selectFrom('roles').selectAll().execute();", undefined],
])('planted: %s', (_, source, found) => {
  const file = 'server/routes/planted.ts';
  const more = unasked({ ...sources, [file]: `${IMPORTS}${source}\n` }).filter((name) => name.startsWith(file));
  expect(more).toEqual(found === undefined ? [] : [`${file}#${found}`]);
});
