import { longTime } from '#domain/values/plain-date.ts';
import { useProduct } from '#src/queries/reference.ts';
import { Notice } from '#src/ui/Notice.tsx';

type StaleNoticeProps = {
  readonly query: { readonly data: unknown; readonly isError: boolean; readonly dataUpdatedAt: number };
};

/** Notice above a list or a case whose refetch failed: gives its age, because a withdrawal may be missing in it. */
export function StaleNotice({ query: { data, isError, dataUpdatedAt } }: StaleNoticeProps) {
  const { timeZone } = useProduct();
  if (!isError || data === undefined) return null;
  return (
    <Notice tone="warn" live title="This could not be refreshed">
      <p>You see what was known on {longTime(new Date(dataUpdatedAt).toISOString(), timeZone)}.</p>
    </Notice>
  );
}
