import { useState, type ReactNode } from 'react';
import { noticeSuccess } from '#src/notices/notices.tsx';
import type { Intent } from '#src/queries/consents.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import styles from '../cases.module.css';
import { DialogError } from '../DialogError.tsx';
import { useDialogAct } from '../acts/use-dialog-act.ts';
import type { LinkDialogProps } from './link-props.ts';
import { isAddressProtected, warnsOfAdult } from './link-way.ts';
import { linkOf } from './link-words.ts';
import { LinkWarnings, SafeAddress } from './LinkWarnings.tsx';
import { MailSetupNotice, useMayMail } from './MailSetup.tsx';

type Props<B, A> = LinkDialogProps & {
  readonly title: string;
  readonly okLabel: string;
  /** the notice once the server has taken it, or how its answer says it */
  readonly done: string | ((answer: A) => string);
  /** of the call, but for whether a protected address is safe */
  readonly body: B;
  readonly call: {
    readonly isPending: boolean;
    readonly mutateAsync: (intent: Intent<B & { readonly addressConfirmed?: boolean }>) => Promise<A>;
  };
  readonly children: ReactNode;
};

/** Asks before a link goes to a signer by a message, and whether an address that is protected is safe. */
export function SendLinkModal<B extends object, A>({ body, call, done, children, title, okLabel, ...dialog }: Props<B, A>) {
  const { consent, patient, signer, onClose } = dialog;
  const [isSafe, setSafe] = useState(false);
  const { problem, run } = useDialogAct();
  const mayMail = useMayMail();
  const mustAsk = isAddressProtected({ patient }, signer);
  const onDone = (answer: A) => {
    noticeSuccess(typeof done === 'string' ? done : done(answer));
    onClose();
  };
  const send = () => run({ ...body, ...(mustAsk ? { addressConfirmed: isSafe } : {}) }, { perform: call.mutateAsync, onDone });
  return (
    <ConfirmModal
      title={title}
      okLabel={okLabel}
      opened
      busy={call.isPending}
      okDisabled={!mayMail || (mustAsk && !isSafe)}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        {children}
        <MailSetupNotice />
        <LinkWarnings isOfAdult={warnsOfAdult({ patient }, signer)} link={linkOf(consent, signer)} />
        {mustAsk && <SafeAddress isSafe={isSafe} onChange={setSafe} />}
        <DialogError words={problem} />
      </div>
    </ConfirmModal>
  );
}
