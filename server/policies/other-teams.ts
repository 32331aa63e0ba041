import { OF_ANOTHER_TEAM } from '#domain/audit/access-log.ts';
import type { CaseSummary } from '#server/data/summaries/case-summaries.ts';
import type { ConsentWithPatient } from '#server/data/summaries/consent-summaries.ts';
import type { VersionSummaryRow } from '#server/data/summaries/summary-columns.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { openWithoutAsking } from '#server/http/record-reason.ts';

type Reader = Parameters<typeof openWithoutAsking>[0] & { readonly actor: StaffActor };

/** Cases as lines of a list: of a record that needs a reason first a line says whose it is and how far, and neither what is done nor why. */
export async function redactCases(reader: Reader, rows: readonly CaseSummary[]): Promise<CaseSummary[]> {
  const isOpen = await opensTo(reader, rows);
  return rows.map((row) => {
    if (isOpen(row)) return row;
    const { current, referral } = row;
    const nothing = { question: OF_ANOTHER_TEAM, procedures: [], answer: null, messages: [], attachments: [] };
    return {
      ...row,
      current: current === null ? null : withoutOperation(current),
      referral: referral === null ? null : { ...referral, ...nothing },
    };
  });
}

/** As {@link redactCases}, of versions. */
export async function redactVersions(reader: Reader, rows: readonly ConsentWithPatient[]): Promise<ConsentWithPatient[]> {
  const isOpen = await opensTo(reader, rows);
  return rows.map((row) => (isOpen(row) ? row : { ...row, version: withoutOperation(row.version) }));
}

function withoutOperation(version: VersionSummaryRow): VersionSummaryRow {
  const isChosen = version.procedures.length > 0;
  return { ...version, procedures: isChosen ? [{ procedureName: OF_ANOTHER_TEAM, side: null, site: '' }] : [] };
}

async function opensTo(reader: Reader, rows: readonly { readonly patient: { readonly id: string } }[]) {
  const own = await openWithoutAsking(
    reader,
    rows.map(({ patient }) => patient.id),
  );
  return ({ patient }: { readonly patient: { readonly id: string } }) => own.has(patient.id);
}
