import type { OwnMessageSettings } from '#contract/messages/message-settings.ts';
import { AHEAD_DAYS, URGENT_HOURS } from '#domain/organisation/ahead-settings.ts';
import { formatCount } from '#domain/base/format-count.ts';
import type { MessageSecret } from '#domain/organisation/message-settings.ts';
import { CopyField } from '#src/ui/fields/CopyField.tsx';
import { PasswordField } from '#src/ui/fields/PasswordField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import type { ValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import type { MessagesForm } from './messages-form.ts';
import styles from './messages.module.css';

type Props = { readonly form: ValidatedForm<MessagesForm>; readonly stored: OwnMessageSettings };

/** No service was met yet: whoever switches one on reads that first. */
function NotTried() {
  return (
    <Notice title="Built against the published contract; not yet tried with the service.">
      <p>Send tests to your own phones before anybody relies on it.</p>
    </Notice>
  );
}

type SecretProps = Props & { readonly name: MessageSecret; readonly label: string; readonly hint: string };

/** A secret of a service: one that is stored is never shown, and stays where nothing is entered. */
function SecretField({ form, stored: { secrets }, name, label, hint }: SecretProps) {
  const isStored = secrets[name];
  return (
    <PasswordField
      {...form.at(name)}
      label={label}
      autoComplete="off"
      optional={isStored}
      hint={isStored ? 'Stored, and never shown again. Enter another one to replace it.' : hint}
    />
  );
}

function CallbackAddress({ value }: { readonly value: string | null }) {
  if (value !== null) return <CopyField label="Address of callbacks" value={value} />;
  return (
    <p className={styles.about}>
      Once this is saved, an address is shown here that the service calls when a message has arrived.
    </p>
  );
}

/** The fields that GOV.UK Notify needs, in the order in which somebody gets it there. */
export function GovukPanel({ form, stored }: Props) {
  return (
    <Panel title="GOV.UK Notify">
      <div className={styles.stack}>
        <NotTried />
        <p className={styles.about}>
          At GOV.UK Notify make a template of a text message whose whole text is <code>((text))</code>, and an API key that may
          send to anybody.
        </p>
        <TextField
          {...form.at('template')}
          label="ID of the template"
          autoCapitalize="none"
          hint="36 characters, shown with the template"
        />
        <SecretField
          {...{ form, stored }}
          name="govukKey"
          label="API key"
          hint="Shown once by the service, when the key is made"
        />
        <SecretField
          {...{ form, stored }}
          name="govukBearer"
          label="Bearer token of callbacks"
          hint="Made up by you: 20 letters and digits or more. Enter the same one at the service."
        />
        <CallbackAddress value={stored.callbacks.govuk} />
      </div>
    </Panel>
  );
}

/** The fields that NHS Notify needs beside the settings of the server. */
export function NhsPanel({ form, stored }: Props) {
  const { app, sms, smsBy } = form.values;
  return (
    <Panel title="NHS Notify">
      <div className={styles.stack}>
        <NotTried />
        <p className={styles.about}>
          The routing plans use <code>((text))</code>, or <code>((organisation))</code>, <code>((url))</code>,{' '}
          <code>((until))</code> and <code>((phone))</code>.
        </p>
        {app === 'YES' && (
          <TextField {...form.at('planApp')} label="ID of the routing plan of the NHS App" autoCapitalize="none" />
        )}
        {sms === 'YES' && smsBy === 'NHS' && (
          <TextField {...form.at('planSms')} label="ID of the routing plan of text messages" autoCapitalize="none" />
        )}
        <SecretField
          {...{ form, stored }}
          name="nhsApplication"
          label="Application ID"
          hint="Of the application that was onboarded"
        />
        <SecretField
          {...{ form, stored }}
          name="nhsKey"
          label="API key of callbacks"
          hint="The service signs what it tells with it"
        />
        <CallbackAddress value={stored.callbacks.nhs} />
      </div>
    </Panel>
  );
}

/** When news of an operation goes at once, and who hears of it beside those whose case it is. */
export function NearPanel({ form }: Pick<Props, 'form'>) {
  return (
    <Panel title="Operations that are near">
      <div className={styles.stack}>
        <div className={styles.pair}>
          <TextField
            {...form.at('urgentHours')}
            label="Urgent from, in hours ahead"
            inputMode="numeric"
            maxLength={3}
            hint={`${URGENT_HOURS.least} to ${URGENT_HOURS.most}. News of such a case goes at once.`}
          />
          <TextField
            {...form.at('aheadDays')}
            label="Shown on Home from, in days ahead"
            inputMode="numeric"
            maxLength={2}
            hint={`${AHEAD_DAYS.least} to ${AHEAD_DAYS.most}. Cases that are not ready are shown from then on.`}
          />
        </div>
        <p className={styles.about}>
          One more mailbox may hear of everything urgent, such as that of a theatre desk. If nobody takes a case within an hour,
          it hears of it once more. Its mails name no patient.
        </p>
        <div className={styles.pair}>
          <TextField {...form.at('contactName')} label="Name of the urgent contact" optional />
          <TextField
            {...form.at('contactEmail')}
            label="Email address of the urgent contact"
            optional
            type="email"
            inputMode="email"
            autoCapitalize="none"
          />
        </div>
      </div>
    </Panel>
  );
}

/** When messages wait, and how many there may be. */
export function LimitsPanel({ form, used }: Pick<Props, 'form'> & { readonly used: OwnMessageSettings['used'] }) {
  const { sms, app, letter } = form.values;
  const hasMessages = sms === 'YES' || app === 'YES';
  return (
    <Panel title="Limits">
      <div className={styles.stack}>
        {hasMessages && (
          <TextField
            {...form.at('smsParts')}
            label="Most parts of text messages in a month"
            optional
            inputMode="numeric"
            hint={`Each message is 2 parts or more, and each part is paid for. This month: ${formatCount(used.smsParts)}`}
          />
        )}
        {letter === 'YES' && (
          <TextField
            {...form.at('letters')}
            label="Most letters in a month"
            optional
            inputMode="numeric"
            hint={`One is counted each time that a letter is made. This month: ${formatCount(used.letters)}`}
          />
        )}
        {hasMessages && (
          <div className={styles.pair}>
            <TextField {...form.at('quietFrom')} label="Quiet from" hint="For example 21:00" maxLength={5} />
            <TextField {...form.at('quietTo')} label="Quiet to" hint="Messages wait, unless an operation is near" maxLength={5} />
          </div>
        )}
      </div>
    </Panel>
  );
}
