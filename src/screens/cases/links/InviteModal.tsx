import { useState } from 'react';
import { deciderOf } from '#domain/forms/form-types.ts';
import { JOINS_AS } from '#domain/forms/invited-roles.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { EMAIL_MOST, NAME_MOST } from '#domain/values/text-limits.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { LatinNameField } from '#src/ui/LatinNameField.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { useUnprintable } from '#src/ui/PrintNote.tsx';
import styles from '../cases.module.css';
import { DialogError } from '../DialogError.tsx';
import { signsByLink } from './invite-draft.ts';
import { ASK_ONE_MORE, CHANNEL_CHOICES, PART_WORDS } from './invite-words.ts';
import { InviteDetails } from './InviteDetails.tsx';
import type { LinkDialogProps } from './link-props.ts';
import { isAddressProtected, warnsOfAdult } from './link-way.ts';
import { LinkWarnings, SafeAddress } from './LinkWarnings.tsx';
import { MailSetupNotice, useMayMail } from './MailSetup.tsx';
import { ShownCode } from './ShownCode.tsx';
import { useInvite } from './use-invite.ts';

type Props = Omit<LinkDialogProps, 'signer'> & {
  readonly timeZone: string;
  /** in which somebody may join this form; never empty */
  readonly roles: readonly SignerRole[];
  /** whether this person may mail to an address that is protected */
  readonly mayMailProtected: boolean;
};

/** Adds one person to the signers of a form that is out, and sends the link to it or shows it as a code. */
export function InviteModal(props: Props) {
  // Those at the opening: a form that changes meanwhile is refused in words, and nothing that was entered goes.
  const [roles] = useState(props.roles);
  const invite = useInvite(props);
  const { joined, code, isBusy, isReady, send, draft } = invite;
  const isByMail = signsByLink(draft) && draft.channel === 'EMAIL';
  const mayMail = useMayMail();
  const act =
    joined === null ? { okLabel: 'Ask to sign', okDisabled: !isReady || (isByMail && !mayMail), onOk: () => void send() } : {};
  return (
    <ConfirmModal
      opened
      title={joined === null ? `${ASK_ONE_MORE}?` : `A code for ${joined}`}
      cancelLabel={joined === null ? 'Cancel' : 'Done'}
      busy={isBusy}
      onCancel={props.onClose}
      {...act}
    >
      {joined === null ? (
        <InviteFields {...props} roles={roles} invite={invite} />
      ) : (
        <div className={styles.stack}>
          <Notice tone="ok" live title={`${joined} was added to the signers`} />
          {code.url === null ? (
            <p role="status">The code is hidden now. Beside {joined} under Signatures it can be shown again.</p>
          ) : (
            <>
              <p>Point the camera of their phone at it.</p>
              <ShownCode url={code.url} left={code.left} />
            </>
          )}
        </div>
      )}
    </ConfirmModal>
  );
}

type FieldsProps = Props & { readonly invite: ReturnType<typeof useInvite> };

function InviteFields({ consent, patient, timeZone, roles, mayMailProtected, invite }: FieldsProps) {
  const { draft, mustAsk, problems, change, faultAt } = invite;
  const { role } = draft;
  const isMailClosed = role !== null && isAddressProtected({ patient }, { role }) && !mayMailProtected;
  const unprintable = useUnprintable([draft.name]);
  const isOfAdult = role !== null && warnsOfAdult({ patient }, { role });
  return (
    <div className={styles.stack}>
      <p>The form then names them too. Links that were sent before still work, and show the form with the new name.</p>
      <RoleChoice roles={roles} role={role} error={faultAt('role')} onChoose={(chosen) => change({ role: chosen })} />
      {role !== null && (
        <>
          <TextField
            id="invite-name"
            label="Name"
            maxLength={NAME_MOST}
            value={draft.name}
            onChange={(name) => change({ name })}
            error={faultAt('name')}
          />
          {(unprintable.length > 0 || draft.nameInLatin !== '') && (
            <LatinNameField
              id="invite-nameInLatin"
              label="Name in Latin letters"
              value={draft.nameInLatin}
              onChange={(nameInLatin) => change({ nameInLatin })}
              error={faultAt('nameInLatin')}
            />
          )}
          <InviteDetails
            draft={draft}
            isOfFamily={deciderOf(consent.formType) === 'family'}
            timeZone={timeZone}
            change={change}
            faultAt={faultAt}
          />
        </>
      )}
      {signsByLink(draft) && (
        <ChoiceCards
          id="invite-channel"
          label="How do they get the form?"
          choices={CHANNEL_CHOICES.filter(({ value }) => value !== 'EMAIL' || !isMailClosed)}
          value={draft.channel}
          onChange={(channel) => change({ channel })}
          error={faultAt('channel')}
        />
      )}
      {signsByLink(draft) && draft.channel === 'EMAIL' && <MailSetupNotice />}
      {signsByLink(draft) && draft.channel === 'EMAIL' && (
        <TextField
          id="invite-email"
          label="Email"
          type="email"
          inputMode="email"
          autoCapitalize="none"
          maxLength={EMAIL_MOST}
          value={draft.email}
          onChange={(email) => change({ email, isSafe: false })}
          error={faultAt('email') ?? faultAt('addressConfirmed')}
        />
      )}
      {signsByLink(draft) && <LinkWarnings isOfAdult={isOfAdult} link={undefined} />}
      {mustAsk && <SafeAddress isNew isSafe={draft.isSafe} onChange={(isSafe) => change({ isSafe })} />}
      {/* Said once more beside the button: the field may be above the edge of the screen. */}
      <DialogError words={problems[0]?.message} />
    </div>
  );
}

type RoleProps = {
  readonly roles: readonly SignerRole[];
  readonly role: SignerRole | null;
  readonly error: string | undefined;
  readonly onChoose: (role: SignerRole) => void;
};

/** Asks as what somebody joins; where one part alone has room, names it. */
function RoleChoice({ roles, role, error, onChoose }: RoleProps) {
  const choices = roles.flatMap((value) => {
    const { part } = JOINS_AS[value];
    return part === null ? [] : [{ value, ...PART_WORDS[part] }];
  });
  const [only] = choices;
  if (choices.length === 1 && only !== undefined)
    return (
      <p>
        <strong>{only.label}.</strong> {only.hint}
      </p>
    );
  return (
    <ChoiceCards id="invite-role" label="Who is it?" stacked choices={choices} value={role} onChange={onChoose} error={error} />
  );
}
