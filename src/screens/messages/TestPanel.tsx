import type { OwnMessageSettings } from '#contract/messages/message-settings.ts';
import { channelWords } from '#domain/values/message-channels.ts';
import { PHONE_MOST } from '#domain/values/text-limits.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { useTestMessage } from '#src/queries/messages.ts';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import styles from './messages.module.css';

type Props = { readonly stored: OwnMessageSettings; readonly channels: readonly ('SMS' | 'APP')[] };

/** A message to the administrator's own phone: the next step after each change. */
export function TestPanel({ stored, channels }: Props) {
  const [channel, setChannel] = useState(channels[0] ?? 'SMS');
  const isNhs = channel === 'APP' || stored.smsBy === 'NHS';
  const [to, setTo] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const test = useTestMessage();
  const send = async () => {
    setProblem(undefined);
    await test.mutateAsync({ channel, to }).catch((failure: unknown) => setProblem(failureProblems(failure)[0]?.message));
  };
  const answer = test.data?.data;
  return (
    <Panel title="Try it out">
      <form
        className={styles.test}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {channels.length > 1 && (
          <SelectField
            id="test-channel"
            label="Way"
            value={channel}
            onChange={(value) => setChannel(value === 'APP' ? 'APP' : 'SMS')}
            options={channels.map((value) => ({ value, label: channelWords(value) }))}
          />
        )}
        <TextField
          id="test-to"
          label={isNhs ? 'NHS number of a person who tries it out' : 'Your own mobile number'}
          type="tel"
          inputMode="tel"
          maxLength={PHONE_MOST}
          value={to}
          onChange={setTo}
          error={problem}
        />
        <Button type="submit" variant="default" loading={test.isPending}>
          Send a test
        </Button>
      </form>
      {answer !== undefined && !test.isPending && <Notice tone={answer.isTaken ? 'ok' : 'stop'} live title={answer.words} />}
    </Panel>
  );
}
