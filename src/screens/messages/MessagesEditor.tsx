import type { OwnMessageSettings } from '#contract/messages/message-settings.ts';
import { LeaveGuard } from '#src/notices/LeaveGuard.tsx';
import { NeedsServer } from '#src/notices/NeedsServer.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { FooterBar } from '#src/ui/layout/FooterBar.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Button } from '@mantine/core';
import { shareReached } from '#domain/organisation/month-limits.ts';
import { channelWords } from '#domain/values/message-channels.ts';
import { GovukPanel, LimitsPanel, NearPanel, NhsPanel } from './ServicePanel.tsx';
import { TestPanel } from './TestPanel.tsx';
import { useMessagesEdit } from './use-messages-edit.ts';
import { WaysPanel } from './WaysPanel.tsx';

type Props = {
  readonly first: OwnMessageSettings;
  /** as the server said last: whether a channel is paused, and what the month has used */
  readonly latest: OwnMessageSettings;
};

/** The ways first; what a way needs is asked once it is switched on, and tried out once it is saved. */
export function MessagesEditor({ first, latest }: Props) {
  const edit = useMessagesEdit(first);
  const { form, base, isChanged } = edit;
  const wantsSms = form.values.sms === 'YES';
  const wantsApp = form.values.app === 'YES';
  const wantsLetters = form.values.letter === 'YES';
  const usesGovuk = wantsSms && form.values.smsBy !== 'NHS';
  const usesNhs = wantsApp || (wantsSms && form.values.smsBy === 'NHS');
  const tested = (['SMS', 'APP'] as const).filter((channel) => base.channels[channel] === 'ON');
  const waiting = latest.paused.map((channel) => channelWords(channel)).join(', ');
  const usedUp = shareReached(latest.used.smsParts, latest.monthly.smsParts) === 100;
  const lettersUsedUp = shareReached(latest.used.letters, latest.monthly.letters) === 100;
  return (
    <>
      <LeaveGuard hasUnsaved={() => isChanged} />
      <PageHeader
        title="Messages"
        about="How links, reminders and news reach people who sign. No message ever says what a form is about."
      />
      <Page>
        <NeedsServer />
        {edit.isStale && (
          <Notice
            tone="warn"
            live
            title="Somebody else has saved these settings in the meantime"
            action={
              <Button variant="default" onClick={edit.takeTheirs}>
                Take theirs
              </Button>
            }
          >
            <p>Yours are not saved, and nothing is lost. If you save again, yours replace theirs.</p>
          </Notice>
        )}
        <ErrorSummary problems={form.problems} />
        {waiting !== '' && (
          <Notice tone="stop" title={`Messages wait (${waiting}): the service does not let this organisation in`}>
            <p>See whether its key is right, then send a test. What waits goes out once a test is taken.</p>
          </Notice>
        )}
        {usedUp && (
          <Notice tone="warn" title="This month’s parts of text messages are used up">
            <p>Until the month ends messages go by the next way. Raise the limit if that is too soon.</p>
          </Notice>
        )}
        {lettersUsedUp && (
          <Notice tone="warn" title="This month’s letters are used up">
            <p>No letter is printed until the month ends. Raise the limit if that is too soon.</p>
          </Notice>
        )}
        <WaysPanel form={form} stored={base} />
        {usesGovuk && <GovukPanel form={form} stored={base} />}
        {usesNhs && <NhsPanel form={form} stored={base} />}
        {(wantsSms || wantsApp || wantsLetters) && <LimitsPanel form={form} used={latest.used} />}
        <NearPanel form={form} />
        {!isChanged && tested.length > 0 && <TestPanel key={tested.join()} stored={base} channels={tested} />}
      </Page>
      <FooterBar state={isChanged && <StateChip tone="warn">Not saved</StateChip>}>
        <Button onClick={() => edit.submit()} loading={edit.isSaving}>
          Save
        </Button>
      </FooterBar>
    </>
  );
}
