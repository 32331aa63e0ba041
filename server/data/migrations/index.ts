import type { Migration } from 'kysely';
import * as start from './0001-start.ts';
import * as accounts from './0002-accounts.ts';
import * as sync from './0003-sync.ts';
import * as accessIndexes from './0004-access-indexes.ts';
import * as listed from './0005-listed.ts';
import * as organisationInKeys from './0006-organisation-in-keys.ts';
import * as chainHeads from './0007-chain-heads.ts';
import * as deviceSecrets from './0008-device-secrets.ts';
import * as queuedHandovers from './0009-queued-handovers.ts';
import * as documents from './0010-documents.ts';
import * as tabletPins from './0011-tablet-pins.ts';
import * as deviceLabels from './0012-device-labels.ts';
import * as viewingCopies from './0013-viewing-copies.ts';
import * as readIndexes from './0014-read-indexes.ts';
import * as peopleByRole from './0015-people-by-role.ts';
import * as countingIndexes from './0016-counting-indexes.ts';
import * as searchColumns from './0017-search-columns.ts';
import * as confirmStateWorkedOut from './0018-confirm-state-worked-out.ts';
import * as voidKind from './0019-void-kind.ts';
import * as confirmations from './0020-confirmations.ts';
import * as signersByOrder from './0021-signers-by-order.ts';
import * as restrictedPatients from './0022-restricted-patients.ts';
import * as operators from './0023-operators.ts';
import * as confirmationDocuments from './0024-confirmation-documents.ts';
import * as askersByOrder from './0025-askers-by-order.ts';
import * as voidKindOfBefore from './0026-void-kind-of-before.ts';
import * as links from './0027-links.ts';
import * as stuckMails from './0028-stuck-mails.ts';
import * as drawnFiles from './0029-drawn-files.ts';
import * as procedureVersions from './0030-procedure-versions.ts';
import * as templateAuthors from './0031-template-authors.ts';
import * as personalProcedures from './0032-personal-procedures.ts';
import * as templateTranslations from './0033-template-translations.ts';
import * as understanding from './0034-understanding.ts';
import * as imports from './0035-imports.ts';
import * as organisations from './0036-organisations.ts';
import * as importedConsents from './0037-imported-consents.ts';
import * as sheetCodes from './0038-sheet-codes.ts';
import * as momentsOfConsents from './0039-moments-of-consents.ts';
import * as referrals from './0041-referrals.ts';
import * as patientChanges from './0042-patient-changes.ts';
import * as trailOfPatients from './0043-trail-of-patients.ts';
import * as liveChanges from './0044-live-changes.ts';
import * as leftovers from './0045-leftovers.ts';
import * as accessLog from './0047-access-log.ts';
import * as retention from './0048-retention.ts';
import * as bodyAsSent from './0049-body-as-sent.ts';
import * as identity from './0050-identity.ts';
import * as listedContent from './0052-listed-content.ts';
import * as accessGrants from './0053-access-grants.ts';
import * as hospitalKeys from './0056-hospital-keys.ts';
import * as newRules from './0057-new-rules-since.ts';
import * as listedIdentity from './0058-listed-identity.ts';
import * as bothMeant from './0061-both-meant.ts';
import * as twoPeople from './0062-two-people.ts';
import * as talks from './0063-talks.ts';
import * as choiceDetails from './0064-choice-details.ts';
import * as rowMarks from './0065-row-marks.ts';
import * as laterAnswers from './0066-later-answers.ts';
import * as ownWords from './0067-own-words.ts';
import * as sealLeaves from './0068-seal-leaves.ts';
import * as nameInLatin from './0069-name-in-latin.ts';
import * as archivals from './0070-archivals.ts';
import * as refusals from './0071-refusals.ts';
import * as recalledLaterAnswers from './0072-recalled-later-answers.ts';
import * as checkedScans from './0074-checked-scans.ts';
import * as caseEnds from './0076-case-ends.ts';
import * as foldedSigns from './0077-folded-signs.ts';
import * as markedCodes from './0079-marked-codes.ts';
import * as casesWithoutReason from './0080-cases-without-reason.ts';
import * as countedImports from './0081-counted-imports.ts';
import * as notifications from './0082-notifications.ts';
import * as publicDetails from './0083-public-details.ts';
import * as safetyReports from './0084-safety-reports.ts';
import * as caseNumbers from './0085-case-numbers.ts';
import * as claims from './0086-claims.ts';
import * as newsWithoutVersion from './0087-news-without-version.ts';
import * as ownPage from './0088-own-page.ts';
import * as notes from './0096-notes.ts';
import * as teams from './0097-teams.ts';
import * as messageLimits from './0098-message-limits.ts';
import * as messageSettings from './0089-message-settings.ts';
import * as deliveries from './0090-deliveries.ts';
import * as contactWishes from './0099-contact-wishes.ts';
import * as experience from './0101-experience.ts';
import * as newsAndContacts from './0102-news-and-contacts.ts';
import * as mailsOfNews from './0103-mails-of-news.ts';
import * as openQuestions from './0104-open-questions.ts';
import * as subjectPacks from './0093-subject-packs.ts';

/** Every migration by name, applied in the order of the names; a released one is never edited. Imported here, so it is in the bundle. */
export const migrations: Record<string, Migration> = {
  '0001-start': start,
  '0002-accounts': accounts,
  '0003-sync': sync,
  '0004-access-indexes': accessIndexes,
  '0005-listed': listed,
  '0006-organisation-in-keys': organisationInKeys,
  '0007-chain-heads': chainHeads,
  '0008-device-secrets': deviceSecrets,
  '0009-queued-handovers': queuedHandovers,
  '0010-documents': documents,
  '0011-tablet-pins': tabletPins,
  '0012-device-labels': deviceLabels,
  '0013-viewing-copies': viewingCopies,
  '0014-read-indexes': readIndexes,
  '0015-people-by-role': peopleByRole,
  '0016-counting-indexes': countingIndexes,
  '0017-search-columns': searchColumns,
  '0018-confirm-state-worked-out': confirmStateWorkedOut,
  '0019-void-kind': voidKind,
  '0020-confirmations': confirmations,
  '0021-signers-by-order': signersByOrder,
  '0022-restricted-patients': restrictedPatients,
  '0023-operators': operators,
  '0024-confirmation-documents': confirmationDocuments,
  '0025-askers-by-order': askersByOrder,
  '0026-void-kind-of-before': voidKindOfBefore,
  '0027-links': links,
  '0028-stuck-mails': stuckMails,
  '0029-drawn-files': drawnFiles,
  '0030-procedure-versions': procedureVersions,
  '0031-template-authors': templateAuthors,
  '0032-personal-procedures': personalProcedures,
  '0033-template-translations': templateTranslations,
  '0034-understanding': understanding,
  '0035-imports': imports,
  '0036-organisations': organisations,
  '0037-imported-consents': importedConsents,
  '0038-sheet-codes': sheetCodes,
  '0039-moments-of-consents': momentsOfConsents,
  '0041-referrals': referrals,
  '0042-patient-changes': patientChanges,
  '0043-trail-of-patients': trailOfPatients,
  '0044-live-changes': liveChanges,
  '0045-leftovers': leftovers,
  '0047-access-log': accessLog,
  '0048-retention': retention,
  '0049-body-as-sent': bodyAsSent,
  '0050-identity': identity,
  '0052-listed-content': listedContent,
  '0053-access-grants': accessGrants,
  '0056-hospital-keys': hospitalKeys,
  '0057-new-rules-since': newRules,
  '0058-listed-identity': listedIdentity,
  '0061-both-meant': bothMeant,
  '0062-two-people': twoPeople,
  '0063-talks': talks,
  '0064-choice-details': choiceDetails,
  '0065-row-marks': rowMarks,
  '0066-later-answers': laterAnswers,
  '0067-own-words': ownWords,
  '0068-seal-leaves': sealLeaves,
  '0069-name-in-latin': nameInLatin,
  '0070-archivals': archivals,
  '0071-refusals': refusals,
  '0072-recalled-later-answers': recalledLaterAnswers,
  '0074-checked-scans': checkedScans,
  '0076-case-ends': caseEnds,
  '0077-folded-signs': foldedSigns,
  '0079-marked-codes': markedCodes,
  '0080-cases-without-reason': casesWithoutReason,
  '0081-counted-imports': countedImports,
  '0082-notifications': notifications,
  '0083-public-details': publicDetails,
  '0084-safety-reports': safetyReports,
  '0085-case-numbers': caseNumbers,
  '0086-claims': claims,
  '0087-news-without-version': newsWithoutVersion,
  '0088-own-page': ownPage,
  '0096-notes': notes,
  '0097-teams': teams,
  '0098-message-limits': messageLimits,
  '0089-message-settings': messageSettings,
  '0090-deliveries': deliveries,
  '0093-subject-packs': subjectPacks,
  '0099-contact-wishes': contactWishes,
  '0101-experience': experience,
  '0102-news-and-contacts': newsAndContacts,
  '0103-mails-of-news': mailsOfNews,
  '0104-open-questions': openQuestions,
};

/** The name of the last one: the shape of the tables that this build works with. */
export const latestMigration = Object.keys(migrations).toSorted().at(-1) ?? '';
