import type { Output } from '#contract/calls.ts';
import { seesCase } from '#domain/referrals/first-form.ts';
import { identityWords } from '#domain/consents/identity-words.ts';
import { longTime } from '#domain/values/plain-date.ts';
import { mayAttach } from '#domain/referrals/referral.ts';
import { referredInWords } from '#domain/referrals/referred-procedure.ts';
import { REFERRAL_WORDS } from '#domain/referrals/referral-words.ts';
import { asSide } from '#domain/base/states.ts';
import { useAskInterval } from '#src/live/live-state.ts';
import { MergedReferralNotice } from '#src/notices/MergedReferralNotice.tsx';
import { NeedsServer } from '#src/notices/NeedsServer.tsx';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { StaleNotice } from '#src/results/StaleNotice.tsx';
import { paths } from '#src/paths.ts';
import { useProduct } from '#src/queries/reference.ts';
import { referralOptions } from '#src/queries/referrals.ts';
import { useToday } from '#src/queries/use-today.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx';
import { IdentityBar } from '#src/ui/clinical/IdentityBar.tsx';
import { Link } from '#src/ui/Link.tsx';
import { Columns, Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Attachments } from './Attachments.tsx';
import { Conversation } from './Conversation.tsx';
import { ReferralNext } from './ReferralNext.tsx';
import { addresseeWords } from './referral-words.ts';

const BACK = { href: paths.referrals.href, label: 'Referrals' };

/** One referral: its next step, its conversation, its files. */
export function ReferralScreen({ id }: { readonly id: string }) {
  const query = useQuery({ ...referralOptions(id), refetchInterval: useAskInterval() });
  const { data, error, refetch } = query;
  if (data?.record.referral == null)
    return (
      <>
        <PageHeader title="Referral" back={BACK} />
        <Page>
          {error === null ? (
            <Skeleton card lines={8} />
          ) : (
            <QueryFailure
              failure={error}
              onRetry={() => void refetch()}
              back={<ButtonLink href={paths.referrals.href}>Back to referrals</ButtonLink>}
            />
          )}
        </Page>
      </>
    );
  return <OneReferral {...data} referral={data.record.referral} stale={<StaleNotice query={query} />} />;
}

type OneProps = Output<'recordReferralGet'>['data'] & {
  readonly referral: NonNullable<Output<'recordReferralGet'>['data']['record']['referral']>;
  readonly stale: ReactNode;
};

function OneReferral({ record, referral, sides, stale }: OneProps) {
  const { timeZone } = useProduct();
  const today = useToday();
  const { patient, recordID } = record;
  const { tone, words } = REFERRAL_WORDS[referral.status];
  const mayOpenCase = seesCase(referral, sides);
  return (
    <>
      <IdentityBar
        {...identityWords(patient, record.current?.procedures.map(asPlanned) ?? [], today)}
        isProtected={patient.restricted === true}
      />
      <PageHeader
        title="Referral"
        back={BACK}
        actions={
          <StateChip tone={tone} live>
            {words}
          </StateChip>
        }
      />
      <Page>
        <NeedsServer />
        {stale}
        <MergedReferralNotice record={record} timeZone={timeZone} />
        <Columns
          aside={
            <>
              <Panel title="About this referral">
                <DefinitionList
                  items={[
                    { term: 'From', value: referral.from.name },
                    { term: 'To', value: addresseeWords(referral.to) },
                    {
                      term: 'Sent',
                      value: referral.submittedAt === null ? 'Not sent yet' : longTime(referral.submittedAt, timeZone),
                    },
                    ...referral.procedures.map((each) => ({ term: 'Procedure', value: referredInWords(each) })),
                  ]}
                />
                {mayOpenCase && (
                  <p>
                    <Link href={paths.patient(patient.id).href}>Open the patient</Link>
                  </p>
                )}
              </Panel>
              <Attachments
                recordID={recordID}
                files={referral.attachments}
                mayAdd={sides.length > 0 && mayAttach(referral.status)}
              />
            </>
          }
        >
          <ReferralNext key={referral.status} record={record} referral={referral} sides={sides} />
          <Conversation referral={referral} timeZone={timeZone} />
        </Columns>
      </Page>
    </>
  );
}

type Named = { readonly procedureName: string; readonly side: string | null; readonly site: string };

function asPlanned({ procedureName, side, site }: Named) {
  return { procedureName, side: asSide(side), site };
}
