import { openPointPath } from '#domain/signing/open-point-reasons.ts';
import type { SignatureFault } from '#domain/signing/signature.ts';
import { SHORT_REASON_MOST } from '#domain/values/text-limits.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import type { OpenPointReasonFields } from './use-open-point-reasons.ts';

type Props = { readonly open: OpenPointReasonFields; readonly faults: readonly SignatureFault[] };

/** The choices about which somebody wants to talk, above the clinician’s signature: each is talked about first, or stays open with a reason. */
export function OpenPointFields({ open, faults }: Props) {
  if (open.points.length === 0) return null;
  return (
    <>
      <Notice tone="warn" title="Talk about this before you sign">
        Hand the tablet to whoever signs: until somebody has signed, they change the answer; after that they answer and sign what
        is open. What stays open keeps the lists amber until a talk is recorded.
      </Notice>
      {open.points.map(({ id, name }) => (
        <TextAreaField
          key={id}
          id={`sign-${openPointPath(id)}`}
          label={`Why does this stay open: ${name}?`}
          value={open.textOf(id)}
          onChange={(text) => open.change(id, text)}
          maxLength={SHORT_REASON_MOST}
          error={faults.find(({ path }) => path === openPointPath(id))?.message}
        />
      ))}
    </>
  );
}
