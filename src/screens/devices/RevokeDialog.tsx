import type { Device } from '#contract/devices.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useRevokeDevice } from '#src/queries/devices.ts';
import { useProduct } from '#src/queries/reference.ts';
import { serverNow } from '#src/device/clock.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { blockWords, deviceTitle } from './device-words.ts';
import styles from './devices.module.css';

type RevokeDialogProps = { readonly device: Device; readonly onClose: () => void };

/** Asks before a tablet is blocked, or allowed again, and explains the consequences. */
export function RevokeDialog({ device, onClose }: RevokeDialogProps) {
  const { id, unsent, lastUsedAt, revokedAt } = device;
  const revoke = useRevokeDevice();
  const { timeZone } = useProduct();
  const isRevoked = revokedAt === null;
  const change = () =>
    revoke.mutate(
      { id, isRevoked },
      {
        onSuccess: ({ message }) => {
          noticeSuccess(message);
          onClose();
        },
      },
    );
  return (
    <ConfirmModal
      opened
      title={isRevoked ? `Block ${deviceTitle(device)}?` : `Allow ${deviceTitle(device)} again?`}
      okLabel={isRevoked ? 'Block tablet' : 'Allow tablet'}
      tone={isRevoked ? 'stop' : 'brand'}
      busy={revoke.isPending}
      onOk={change}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <ErrorSummary problems={revoke.isError ? [{ message: failureWords(revoke.error) }] : []} />
        {isRevoked && <p>Anyone who is signed in on it is signed out at once.</p>}
        <p>
          {isRevoked
            ? blockWords({ unsent, at: lastUsedAt }, { now: serverNow(), zone: timeZone })
            : 'People can sign in on it and open what it has stored.'}
        </p>
      </div>
    </ConfirmModal>
  );
}
