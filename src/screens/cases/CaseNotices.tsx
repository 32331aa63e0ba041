import { mayInformAdults } from '#domain/family/family-signers.ts';
import { capitalised } from '#domain/base/capitalised.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { longTime } from '#domain/values/plain-date.ts';
import { ENDED_BY_NEWER, patientStatusWords } from '#domain/cases/state-words.ts';
import { deciderOf, type Decider, type FormType } from '#domain/forms/form-types.ts';
import { isChild, isInterpreter } from '#domain/forms/signer-roles.ts';
import { authorWords, caseSigners, eventAuthors } from '#domain/cases/event-author.ts';
import { isEndedByNewer } from '#domain/cases/timeline.ts';
import type { CaseSummaryView, ConsentView } from '#src/queries/records.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { RefusedState } from '#src/ui/states.tsx';
import { AgeNotice } from './AgeNotice.tsx';
import { ConfirmationNotice } from './ConfirmationNotice.tsx';
import { ChangedPatientNotice } from './ChangedPatientNotice.tsx';
import { EndedNotice } from './theatre/EndedNotice.tsx';
import { IdentityQuestion } from './IdentityQuestion.tsx';
import { MergedNotice } from './MergedNotice.tsx';
import { NotesNotice } from './NotesNotice.tsx';
import { OpenPointsQuestion } from './OpenPointsQuestion.tsx';
import { SameDayQuestion } from './SameDayQuestion.tsx';
import { SecondAssessorNotice } from './SecondAssessorNotice.tsx';
import { TranslationNotice } from './TranslationNotice.tsx';
import type { QuietAct } from './acts/quiet-acts.ts';
import { isInterpreterLacking, unsettledNames, whoFindsDetailsWrong } from './obstacles.ts';
import { signerWords } from './signing-words.ts';

type Props = {
  readonly record: CaseSummaryView;
  readonly consent: ConsentView;
  readonly timeZone: string;
  /** all acts that this person may perform now */
  readonly acts: readonly QuietAct[];
  readonly mayConfirm: boolean;
  readonly mayWrite: boolean;
  readonly maySign: boolean;
  readonly maySend: boolean;
};

const ENDS = {
  DECLINED: { type: 'DECLINED' },
  WITHDRAWN: { type: 'WITHDRAWN', title: 'This consent is withdrawn: it is not in force' },
  VOIDED: { type: 'VOIDED', title: 'This form was recorded in error: it does not count' },
  EXPIRED: { type: '', title: 'The time to sign has ended' },
  SUPERSEDED: { type: 'SUPERSEDED', title: 'A newer signed version has replaced this one' },
} as const;

const DECLINED_TITLES: Readonly<Record<Decider, string>> = {
  patient: 'The patient does not agree',
  // An adult or a child said no.
  family: 'Consent was not given',
  // A patient who cannot decide is not asked: a required signer has refused.
  clinician: 'Somebody who has to sign does not agree',
};

/** The warnings to read before acting on this case. */
export function CaseNotices({ record, consent, timeZone, acts, mayConfirm, mayWrite, maySign, maySend }: Props) {
  const { status } = record.patient;
  const isSpecial = status === 'DECEASED' || status === 'MERGED';
  const isParentsSecret = !mayInformAdults(consent);
  const wrongFor = whoFindsDetailsWrong(consent);
  const isOut = mayMove(consent.status, 'sign');
  const against = isOut ? unsettledNames(consent) : [];
  const childSaidNo = isOut && consent.recipients.some(({ role, state }) => isChild(role) && state === 'DECLINED');
  const comments = consent.interpreterComments.trim();
  const hasOther = record.inForceConsentID !== null && record.inForceConsentID !== consent.consentID;
  return (
    <>
      {isParentsSecret && (
        <Notice tone="stop" title="Parents must not be told">
          The child does not want parents to know. Send no mail, link or copy to them, and do not speak of it.
        </Notice>
      )}
      {isOut && <TranslationNotice shown={consent.shown} />}
      <EndedNotice record={record} timeline={consent.Timeline} timeZone={timeZone} mayEnd={mayConfirm} />
      {isSpecial && (
        <Notice tone="stop" title={`The patient’s record says: ${patientStatusWords(status).words}`}>
          No new consent can be made.
        </Notice>
      )}
      {wrongFor !== null && (
        <Notice
          tone="stop"
          title={`${capitalised(signerWords(consent.recipients, wrongFor))} said that the details are wrong`}
          live
        >
          Do not go on until you have checked who this is.
        </Notice>
      )}
      {against.length > 0 && (
        <Notice tone="stop" title={`${listed(against)} ${against.length === 1 ? 'does' : 'do'} not agree`} live>
          {consent.disagreement?.note ? `“${consent.disagreement.note}” ` : ''}
          The form is not signed before it is recorded how this was settled.
        </Notice>
      )}
      {isOut && isInterpreterLacking(consent) && (
        <Notice tone="stop" title="The interpreter cannot sign" live>
          {noteOf(consent, isInterpreter)}
          The form waits for an interpreter.
        </Notice>
      )}
      {childSaidNo && (
        <Notice tone="warn" title="The child said no" live>
          {noteOf(consent, isChild)}
          It is shown on the form. Talk with the child before you go on.
        </Notice>
      )}
      {isOut && comments !== '' && (
        <Notice tone="info" title="The interpreter wrote">
          {comments}
        </Notice>
      )}
      {hasOther && (
        <Notice tone="info" title="An earlier version is in force">
          It stays in force until this one is signed. Its document is under Versions.
        </Notice>
      )}
      <MergedNotice record={record} status={consent.status} timeZone={timeZone} mayWrite={mayWrite} />
      <ChangedPatientNotice record={record} consent={consent} acts={acts} />
      <PersonNotices {...{ record, consent, timeZone, mayConfirm, maySign }} maySend={maySend && wrongFor === null} />
      <EndNotice consent={consent} timeZone={timeZone} />
    </>
  );
}

/** The notices about the person: whom the form names, how old they are, and what is asked on the day. */
function PersonNotices({ record, consent, timeZone, mayConfirm, maySign, maySend }: Omit<Props, 'acts' | 'mayWrite'>) {
  const { patient, listed = null } = record;
  const aged = { dateOfBirth: patient.dateOfBirth, listedOn: listed?.date ?? null };
  const isOut = mayMove(consent.status, 'sign');
  return (
    <>
      <IdentityQuestion key={consent.consentID} consent={consent} patient={patient} isMerged={record.mergedFrom != null} />
      <SameDayQuestion key={`day-${consent.consentID}`} record={record} consent={consent} maySign={maySign} />
      <SecondAssessorNotice consent={consent} dateOfBirth={patient.dateOfBirth} timeZone={timeZone} maySign={maySign} />
      {(consent.status === 'SIGNED' || isOut) && (
        <OpenPointsQuestion
          key={`open-${consent.consentID}`}
          consent={consent}
          patient={patient}
          mayTalk={(maySign || mayConfirm) && record.mergedFrom == null}
          maySend={maySend}
        />
      )}
      <NotesNotice
        key={`notes-${consent.consentID}`}
        consent={consent}
        timeZone={timeZone}
        mayTalk={(maySign || mayConfirm) && record.mergedFrom == null}
      />
      {consent.status === 'SIGNED' && <AgeNotice consent={consent} {...aged} />}
      <ConfirmationNotice consent={consent} record={record} aged={aged} timeZone={timeZone} mayConfirm={mayConfirm} />
    </>
  );
}

function EndNotice({ consent, timeZone }: Pick<Props, 'consent' | 'timeZone'>) {
  const { status, Timeline, consentID } = consent;
  if (status !== 'DECLINED' && status !== 'WITHDRAWN' && status !== 'VOIDED' && status !== 'EXPIRED' && status !== 'SUPERSEDED')
    return null;
  const { type } = ENDS[status];
  const event = Timeline.findLast((each) => each.type === type && each.versionId === consentID);
  const reason = event?.detail['reason'];
  const isByNewer = event !== undefined && isEndedByNewer(event);
  const authorOf = eventAuthors(Timeline, caseSigners([consent]));
  return (
    <RefusedState title={isByNewer ? ENDED_BY_NEWER : endTitle(status, consent.formType)}>
      {event !== undefined && (
        <>
          {authorWords(authorOf(event))}, {longTime(event.at, timeZone)}.{' '}
        </>
      )}
      {reason !== undefined && reason !== null && reason !== '' && <>Reason: {String(reason)}</>}
    </RefusedState>
  );
}

function endTitle(status: keyof typeof ENDS, formType: FormType): string {
  return status === 'DECLINED' ? DECLINED_TITLES[deciderOf(formType)] : ENDS[status].title;
}

/** The reason that a signer gave with a refusal, in quotation marks: `“I am afraid.” ` */
function noteOf({ Timeline, consentID }: ConsentView, isOne: (role: string) => boolean): string {
  const no = Timeline.findLast(
    ({ type, versionId, actor, detail }) =>
      (type === 'DECLINED' || type === 'CHILD_SAID_NO') && versionId === consentID && isOne(String(detail['role'] ?? actor.role)),
  );
  const reason = String(no?.detail['reason'] ?? '');
  return reason === '' ? '' : `“${reason}” `;
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names);
}
