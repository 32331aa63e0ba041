import type { Need } from '#domain/cases/needs.ts';
import { needsOfVersion } from '#domain/theatre/case-needs.ts';
import { useClockValue } from '#src/device/use-clock-value.ts';
import type { CaseView, ConsentView } from '#src/queries/records.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { NotesNotice } from './NotesNotice.tsx';
import { OpenPointsQuestion } from './OpenPointsQuestion.tsx';
import { Questions } from './Questions.tsx';

type Props = Pick<CaseView, 'record' | 'consents'> & {
  /** the version of the page */
  readonly consent: ConsentView;
  readonly timeZone: string;
  /** whether this person may record a talk; on a merged record the server takes none */
  readonly mayTalk: boolean;
  readonly mayWrite: boolean;
};

/** All that waits of other versions than that of the page: a newer one, which is begun, answers nobody. */
export function EarlierVersions({ record, consent, consents, ...rights }: Props) {
  const earlier = consents.filter(({ consentID, status }) => consentID !== consent.consentID && status !== 'VOIDED');
  return earlier.map((each) => (
    <EarlierVersion key={each.consentID} version={each} newer={consent} patient={record.patient} {...rights} />
  ));
}

type VersionProps = Pick<Props, 'timeZone' | 'mayTalk' | 'mayWrite'> & {
  readonly version: ConsentView;
  readonly newer: ConsentView;
  readonly patient: Props['record']['patient'];
};

function EarlierVersion({ version, newer, patient, timeZone, mayTalk, mayWrite }: VersionProps) {
  const needs = useClockValue(() =>
    needsOfVersion(version, { now: Date.now(), newer })
      .map(({ need }) => need)
      .join(' '),
  ).split(' ');
  const has = (need: Need) => needs.includes(need);
  const name = `version ${version.versionNumber}`;
  return (
    <>
      {(has('WITHDRAWN') || has('DECLINED')) && (
        <Notice
          tone="stop"
          title={`Version ${version.versionNumber} was ${has('WITHDRAWN') ? 'withdrawn' : 'declined'} after this version was begun`}
        >
          Talk with the person before you go on with this version.
        </Notice>
      )}
      {has('TALK') && (
        <Notice tone="info" title={`Of ${name}, which is in force, this is still open:`}>
          It stays open until it was talked about, or a newer version is signed.
        </Notice>
      )}
      {has('TALK') && <OpenPointsQuestion consent={version} patient={patient} mayTalk={mayTalk} maySend={false} />}
      {has('NOTE') && <NotesNotice about={name} consent={version} timeZone={timeZone} mayTalk={mayTalk} />}
      {has('QUESTION') && (
        <Questions
          title={`Questions about ${name}`}
          questions={version.questions.filter(({ answer }) => answer === null)}
          mayAnswer={mayWrite}
          timeZone={timeZone}
        />
      )}
    </>
  );
}
