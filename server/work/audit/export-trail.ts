import type { AuditLine } from '#contract/audit.ts';
import type { Parsed } from '#contract/calls.ts';
import { actWords, detailWords, whoWords } from '#domain/audit/audit-words.ts';
import type { AuditShown } from '#domain/audit/audit-trail.ts';
import { auditTrail, type AuditFilter } from '#server/data/audit/audit-trail.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { FileAnswer } from '#server/http/send-answer.ts';
import type { Context } from '#server/http/serve.ts';
import { todayOf } from '#server/policies/accounts.ts';
import { caseVisibility, patientVisibility } from '#server/policies/visibility.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';
import { fileOfLines } from '#server/work/exports/export-list.ts';
import { EXPORT_LINES_READ, refuseTooMany } from '#server/work/exports/read-lines.ts';

/** A question to the trail, as the calls have it. */
type AuditQuestion = {
  day?: string | undefined;
  person: string;
  userID?: string | undefined;
  patient?: string | undefined;
  show: AuditShown;
};

/** The filter of a question: today, unless a patient, a person or reasons are asked for, which are read on all days. */
export function auditFilterOf({ deps }: Pick<Context, 'deps'>, { day, ...question }: AuditQuestion) {
  const isOfAllDays = question.patient !== undefined || question.userID !== undefined || question.show === 'REASON';
  return { ...question, day: day ?? (isOfAllDays ? undefined : todayOf(deps)), timeZone: deps.settings.timeZone };
}

/** The filter of an export in words for the security log, whose entry must say which lines were read. */
export function auditQuestionWords({ day, person, userID, patient, show }: AuditQuestion): string {
  return [
    day ?? 'all days',
    ...(patient === undefined ? [] : [patient.toUpperCase()]),
    ...(userID === undefined ? [] : [`user ${userID}`]),
    ...(person === '' ? [] : [`“${person}”`]),
    ...(show === 'ALL' ? [] : [show]),
  ].join(', ');
}

const HEADINGS = ['Time (UTC)', 'What', 'Who', 'Role', 'Patient', 'Concerns', 'Detail', 'Reason', 'Address', 'Tablet'] as const;

/**
 * A part of the trail as a file. The security log has the line before the file leaves.
 *
 * @throws Refused EXPORT_TOO_LARGE
 */
export async function exportTrail(
  context: Context<StaffActor>,
  { format, ...question }: Parsed<'auditExport'>,
): Promise<FileAnswer> {
  const filter = auditFilterOf(context, question);
  const lines = await allLines(context, filter);
  const cells = lines.map((line) => {
    const { name, role } = whoWords(line);
    const { at, patient, subject, why, address, device } = line;
    const what = actWords(line).words;
    return [at, what, name, role, patient ?? '', subject ?? '', detailWords(line), why, address ?? '', device ?? ''];
  });
  const file = await fileOfLines(format, cells, { name: `audit-trail-${todayOf(context.deps)}`, headings: HEADINGS });
  const detail = `audit trail: ${lines.length} lines as ${format}, ${auditQuestionWords(filter)}`;
  await logStaffSecurityEvent(context.db, context, { type: 'LOG_EXPORTED', detail });
  return file;
}

const REPORT_HEADINGS = ['Time (UTC)', 'What', 'Who', 'Role', 'Detail', 'Reason'] as const;

/**
 * The readers and authors of one patient's record, as a file for this patient: staff by name and role, signers by role. It holds
 * no network address, no tablet and no number of another record. Readings of lists that showed the record among others name no
 * patient, and are left out.
 *
 * @throws Refused EXPORT_TOO_LARGE
 */
export async function exportAccessReport(
  context: Context<StaffActor>,
  { patient, format }: Parsed<'auditAccessReport'>,
): Promise<FileAnswer> {
  const number = `P-${patient.replaceAll(/\D/g, '').padStart(6, '0')}`;
  const lines = await allLines(context, auditFilterOf(context, { person: '', patient, show: 'ALL' }));
  const cells = lines.map((line) => {
    const { name, role } = whoWords(line);
    // Details of the security log may name other things than this record.
    const detail = line.source === 'SECURITY' ? '' : detailWords(line);
    return [line.at, actWords(line).words, name, role, detail, line.why];
  });
  const file = await fileOfLines(format, cells, { name: `${number}-access-${todayOf(context.deps)}`, headings: REPORT_HEADINGS });
  const detail = `who has read and changed it: ${lines.length} lines as ${format}`;
  await logStaffSecurityEvent(context.db, context, { type: 'RECORD_EXPORTED', subject: `patient ${number}`, detail });
  return file;
}

/** Lines of one statement [choice]. */
const TRAIL_LINES_AT_ONCE = 1000;

async function allLines({ db, actor }: Context<StaffActor>, filter: Omit<AuditFilter, 'before' | 'limit'>): Promise<AuditLine[]> {
  const reach = { cases: caseVisibility(actor), patients: patientVisibility(actor) };
  const lines: AuditLine[] = [];
  let before: AuditFilter['before'];
  do {
    const page = await auditTrail(db, reach, {
      ...filter,
      before,
      limit: Math.min(TRAIL_LINES_AT_ONCE, EXPORT_LINES_READ - lines.length),
    });
    lines.push(...page.lines);
    refuseTooMany(lines);
    before = page.next ?? undefined;
  } while (before !== undefined);
  return lines;
}
