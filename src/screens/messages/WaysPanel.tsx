import type { OwnMessageSettings } from '#contract/messages/message-settings.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import type { ValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import { Switch } from '@mantine/core';
import type { MessagesForm } from './messages-form.ts';
import styles from './messages.module.css';

type Props = { readonly form: ValidatedForm<MessagesForm>; readonly stored: OwnMessageSettings };

const SMS_ABOUT = {
  GOVUK: 'By GOV.UK Notify, to mobile numbers of the United Kingdom. It tells when a message has arrived.',
  NHS: 'By NHS Notify, to the number in the national record. It tells when a message has arrived.',
} as const;

/** Each way in a row: what it is, and whether it is on. */
export function WaysPanel({ form, stored }: Props) {
  const isBoth = form.values.email === 'YES' && form.values.sms === 'YES';
  return (
    <Panel title="Ways">
      <ul className={styles.ways}>
        <Way
          field={form.at('email')}
          name="Email"
          about="By the mail server of this installation. Nobody tells whether a mail arrives."
          isStored={stored.channels.EMAIL === 'ON'}
        />
        <Way
          field={form.at('sms')}
          name="Text message"
          about={SMS_ABOUT[form.values.smsBy === 'NHS' ? 'NHS' : 'GOVUK']}
          isStored={stored.channels.SMS === 'ON'}
        />
        {stored.hasNhsNotify && (
          <Way
            field={form.at('app')}
            name="NHS App"
            about="By NHS Notify, to patients from 16 by their NHS number. It tells when a message has arrived."
            isStored={stored.channels.APP === 'ON'}
          />
        )}
        <Way
          field={form.at('letter')}
          name="Letter"
          about="Printed here for an envelope with a window, and given to the post by whoever printed it. Nobody tells whether it arrives."
          isStored={stored.channels.LETTER === 'ON'}
        />
      </ul>
      {!stored.hasNhsNotify && (
        <p className={styles.about}>
          The NHS App is reached by NHS Notify. For that IT adds <code>nhsNotify</code> to the settings of the server first.
        </p>
      )}
      {stored.hasNhsNotify && form.values.sms === 'YES' && (
        <div className={styles.first}>
          <ChoiceCards
            {...form.at('smsBy')}
            label="Which service sends text messages?"
            hint="NHS Notify sends to the number in the national record, to patients alone."
            choices={[
              { value: 'GOVUK', label: 'GOV.UK Notify' },
              { value: 'NHS', label: 'NHS Notify' },
            ]}
          />
        </div>
      )}
      {isBoth && (
        <div className={styles.first}>
          <ChoiceCards
            {...form.at('first')}
            label="Which way is tried first?"
            hint="A person’s own wish comes before this. The other way follows where the first does not arrive."
            choices={[
              { value: 'EMAIL', label: 'Email' },
              { value: 'SMS', label: 'Text message' },
            ]}
          />
        </div>
      )}
    </Panel>
  );
}

type WayProps = {
  readonly field: ReturnType<ValidatedForm<MessagesForm>['at']>;
  readonly name: string;
  readonly about: string;
  readonly isStored: boolean;
};

function Way({ field: { id, value, error, onChange, onBlur }, name, about, isStored }: WayProps) {
  const isOn = value === 'YES';
  return (
    <li className={styles.way}>
      <Switch
        id={id}
        label={name}
        description={about}
        error={error}
        checked={isOn}
        onBlur={onBlur}
        onChange={(event) => onChange(event.currentTarget.checked ? 'YES' : 'NO')}
      />
      {isOn === isStored ? (
        <StateChip tone={isOn ? 'ok' : 'plain'}>{isOn ? 'On' : 'Off'}</StateChip>
      ) : (
        <StateChip tone="warn">{isOn ? 'On once saved' : 'Off once saved'}</StateChip>
      )}
    </li>
  );
}
