import { FILE_TYPES } from '#contract/engine/file-types.ts';
import type { Parsed } from '#contract/calls.ts';
import { csvOf } from '#domain/exports/csv.ts';
import { DONE } from '#domain/base/done-messages.ts';
import { listSecurity, newestSecurity, presentSecurity } from '#server/data/accounts/security-log.ts';
import type { Handlers } from '#server/http/serve.ts';
import { todayOf } from '#server/policies/accounts.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';

/** Lines of one export (its call says so): a spreadsheet takes them, and so does the server's memory [choice]. */
const EXPORT_MOST = 50_000;

const HEAD = ['Time (UTC)', 'Event', 'Who', 'Concerns', 'Address', 'Detail'];

export const securityHandlers: Pick<Handlers, 'securityGet' | 'securityExport'> = {
  async securityGet(filter, { db, actor, deps }) {
    const { timeZone } = deps.settings;
    const { records, ...frame } = await listSecurity(db, actor.organisationId, { ...filter, timeZone });
    return { message: DONE.OK, data: { ...frame, records: records.map(presentSecurity) } };
  },

  async securityExport(filter, { db, actor, deps, address }) {
    const { timeZone } = deps.settings;
    const lines = await newestSecurity(db, actor.organisationId, { ...filter, timeZone, most: EXPORT_MOST });
    await logStaffSecurityEvent(db, { actor, deps, address }, { type: 'LOG_EXPORTED', detail: detailOf(filter, lines.length) });
    const cells = lines.map(({ at, type, actor: who, subject, address: from, detail }) => [
      at,
      type,
      who ?? '',
      subject ?? '',
      from ?? '',
      detail,
    ]);
    return {
      file: Buffer.from(csvOf([HEAD, ...cells]), 'utf8'),
      name: `security-log-${todayOf(deps)}.csv`,
      type: FILE_TYPES.CSV,
    };
  },
};

// The search is left out: it may be anything that somebody typed.
function detailOf({ type, startDate, endDate }: Parsed<'securityExport'>, count: number): string {
  const since = startDate === undefined ? '' : `, from ${startDate}`;
  const until = endDate === undefined ? '' : `, to ${endDate}`;
  return `${count} lines, ${type === 'ALL' ? 'all events' : type}${since}${until}`;
}
