import { accounts } from './accounts.ts';
import { afterSigning } from './after-signing.ts';
import { audit } from './audit.ts';
import { laterAnswers } from './later-answers.ts';
import { caseEnds } from './case-ends.ts';
import { clinicianSignature } from './clinician-signature.ts';
import { consentImports } from './consent-imports.ts';
import { consents } from './consents.ts';
import { devices } from './devices.ts';
import type { AnswerOf, InputOf, OutputOf, ParsedOf } from '#contract/engine/define.ts';
import { publicDetails } from '#contract/engine/public-organisation.ts';
import { exports } from './exports.ts';
import { identity } from './identity.ts';
import { imports } from './imports.ts';
import { library } from './library.ts';
import { linkSending } from './link-sending.ts';
import { links } from './links.ts';
import { experience } from '#contract/experience/experience.ts';
import { deliveries } from '#contract/messages/deliveries.ts';
import { messageSettings } from '#contract/messages/message-settings.ts';
import { live } from './live.ts';
import { needs } from './needs.ts';
import { organisation } from './organisation.ts';
import { people } from './people.ts';
import { paper } from './paper.ts';
import { patientHistory } from './patient-history.ts';
import { patients } from './patients.ts';
import { records } from './records.ts';
import { referrals } from './referrals.ts';
import { reference } from './reference.ts';
import { registration } from './registration.ts';
import { retention } from './retention.ts';
import { roles } from './roles.ts';
import { safetyReports } from '#contract/safety/safety-reports.ts';
import { security } from './security.ts';
import { signing } from './signing.ts';
import { status } from './status.ts';
import { subjectAccess } from '#contract/packs/subject-access.ts';
import { sync } from './sync.ts';
import { theatre } from './theatre.ts';
import { theatreSheet } from './theatre-sheet.ts';
import { teams } from './messages/teams.ts';
import { templates } from './templates.ts';
import { understanding } from './understanding.ts';

// Named part by part: written out by the compiler, the declaration of all calls is longer than it takes.
type Subjects = typeof accounts &
  typeof registration &
  typeof people &
  typeof roles &
  typeof devices &
  typeof security &
  typeof audit &
  typeof patients &
  typeof patientHistory &
  typeof imports &
  typeof consentImports &
  typeof exports &
  typeof consents &
  Omit<typeof signing, keyof typeof clinicianSignature | keyof typeof laterAnswers> &
  typeof clinicianSignature &
  typeof laterAnswers &
  typeof understanding &
  typeof afterSigning &
  typeof links &
  typeof linkSending &
  typeof paper &
  typeof records &
  typeof caseEnds &
  typeof needs &
  typeof identity &
  typeof referrals &
  typeof library &
  typeof templates &
  typeof theatre &
  typeof theatreSheet &
  typeof reference &
  typeof organisation &
  typeof publicDetails &
  typeof retention &
  typeof status &
  typeof safetyReports &
  typeof teams &
  typeof messageSettings &
  typeof deliveries &
  typeof experience &
  typeof subjectAccess &
  typeof sync &
  typeof live;

/** The whole contract: every call that is served, and nothing else is. */
export const calls: Subjects = {
  ...accounts,
  ...registration,
  ...people,
  ...roles,
  ...devices,
  ...security,
  ...audit,
  ...patients,
  ...patientHistory,
  ...imports,
  ...consentImports,
  ...exports,
  ...consents,
  ...signing,
  ...clinicianSignature,
  ...laterAnswers,
  ...understanding,
  ...afterSigning,
  ...links,
  ...linkSending,
  ...paper,
  ...records,
  ...caseEnds,
  ...needs,
  ...identity,
  ...referrals,
  ...library,
  ...templates,
  ...theatre,
  ...theatreSheet,
  ...reference,
  ...organisation,
  ...publicDetails,
  ...messageSettings,
  ...deliveries,
  ...experience,
  ...retention,
  ...subjectAccess,
  ...status,
  ...safetyReports,
  ...teams,
  ...sync,
  ...live,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
/** Calls that may be made offline; queueing any other does not compile. */
export type QueuedCall = { [K in CallName]: Calls[K]['offline'] extends 'queue' ? K : never }[CallName];

export type Input<K extends CallName> = InputOf<Calls[K]>;
export type Parsed<K extends CallName> = ParsedOf<Calls[K]>;
export type Answer<K extends CallName> = AnswerOf<Calls[K]>;
export type Output<K extends CallName> = OutputOf<Calls[K]>;
