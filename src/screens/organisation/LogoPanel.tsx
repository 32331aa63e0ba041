import { newId } from '#src/device/new-id.ts';
import type { OwnOrganisation } from '#contract/organisation.ts';
import { formatCount } from '#domain/base/format-count.ts';
import { LOGO_REFUSALS } from '#domain/organisation/logo-refusals.ts';
import { LOGO_BYTES_MOST, LOGO_HEIGHT_MOST, LOGO_WIDTH_MOST } from '#domain/organisation/organisation.ts';
import { DeleteButton } from '#src/results/DeleteButton.tsx';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useOrganisationWrite } from '#src/queries/organisation.ts';
import { API_ROOT } from '#src/session/api.ts';
import { FileDrop } from '#src/ui/fields/FileDrop.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { useState } from 'react';
import styles from './organisation.module.css';

type LogoPanelProps = { readonly organisation: OwnOrganisation; readonly onChanged: (next: OwnOrganisation) => void };

/** The logo as documents show it, on paper's white; it is saved as soon as it is chosen. */
export function LogoPanel({ organisation: { name, logo }, onChanged }: LogoPanelProps) {
  const [problem, setProblem] = useState<string | undefined>();
  const upload = useOrganisationWrite('organisationLogoUpload');
  const remove = useOrganisationWrite('organisationLogoRemove');
  const send = async (file: File | undefined) => {
    if (file === undefined || upload.isPending) return;
    setProblem(undefined);
    if (file.size > LOGO_BYTES_MOST) return setProblem(LOGO_REFUSALS.TOO_LARGE);
    // The one part named `file` travels beside the (empty) fields.
    const input = { file };
    try {
      const { message, data } = await upload.mutateAsync({ input, idempotencyKey: newId() });
      onChanged(data);
      noticeSuccess(message);
    } catch (failure) {
      setProblem(failureProblems(failure)[0]?.message);
    }
  };
  const removal = {
    ...remove,
    mutateAsync: async (id: string) => {
      const answer = await remove.mutateAsync({ input: { id }, idempotencyKey: newId() });
      onChanged(answer.data);
      return answer;
    },
  };
  return (
    <Panel title="Logo">
      <div className={styles.stack}>
        {logo === null ? (
          <p>There is no logo. Documents show the name alone.</p>
        ) : (
          <div className={styles.sheet}>
            <img src={`${API_ROOT}/organisation/logo/${logo}`} alt={`Logo of ${name}`} />
          </div>
        )}
        <FileDrop
          id="logo"
          label={logo === null ? 'Choose a logo' : 'Choose another logo'}
          hint={`PNG, up to ${LOGO_BYTES_MOST / 1024} kB and ${formatCount(LOGO_WIDTH_MOST)} by ${LOGO_HEIGHT_MOST} pixels`}
          accept="image/png"
          error={problem}
          onFiles={([file]) => void send(file)}
        />
        {upload.isPending && <p role="status">The logo is sent.</p>}
        {logo !== null && (
          <div>
            <DeleteButton id={logo} label="Remove logo" title="Remove the logo?" deletion={removal} onDeleted={() => undefined}>
              <p>Documents of new forms show the name alone. Forms that were sent keep the logo.</p>
            </DeleteButton>
          </div>
        )}
      </div>
    </Panel>
  );
}
