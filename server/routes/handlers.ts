import type { Handlers } from '#server/http/serve.ts';
import { accountsHandlers } from './accounts.ts';
import { auditHandlers } from './audit.ts';
import { caseEndsHandlers } from './case-ends.ts';
import { claimsHandlers } from './claims.ts';
import { consentsHandlers } from './consents.ts';
import { devicesHandlers } from './devices.ts';
import { experienceHandlers } from './experience.ts';
import { exportsHandlers } from './exports.ts';
import { identityHandlers } from './identity.ts';
import { importsHandlers } from './imports.ts';
import { libraryHandlers } from './library.ts';
import { linksHandlers } from './links.ts';
import { messagesHandlers } from './messages.ts';
import { organisationHandlers } from './organisation.ts';
import { ownPageHandlers } from './own-page.ts';
import { safetyHandlers } from './safety.ts';
import { paperHandlers } from './paper.ts';
import { patientsHandlers } from './patients.ts';
import { peopleHandlers } from './people.ts';
import { questionsHandlers } from './questions.ts';
import { recordsHandlers } from './records.ts';
import { referralsHandlers } from './referrals.ts';
import { referenceHandlers } from './reference.ts';
import { registrationHandlers } from './registration.ts';
import { retentionHandlers } from './retention.ts';
import { rolesHandlers } from './roles.ts';
import { securityHandlers } from './security.ts';
import { signingHandlers } from './signing.ts';
import { statusHandlers } from './status.ts';
import { subjectAccessHandlers } from './subject-access.ts';
import { syncHandlers } from './sync.ts';
import { talksHandlers } from './talks.ts';
import { teamHandlers } from './teams.ts';
import { templatesHandlers } from './templates.ts';
import { theatreHandlers } from './theatre.ts';
import { theatreSheetHandlers } from './theatre-sheet.ts';

/** Every call of the contract and the function that answers it, but for those of open streams; a missing one does not compile. */
export const handlers: Omit<Handlers, 'live'> = {
  ...accountsHandlers,
  ...auditHandlers,
  ...registrationHandlers,
  ...peopleHandlers,
  ...rolesHandlers,
  ...devicesHandlers,
  ...securityHandlers,
  ...patientsHandlers,
  ...importsHandlers,
  ...exportsHandlers,
  ...consentsHandlers,
  ...signingHandlers,
  ...questionsHandlers,
  ...linksHandlers,
  ...ownPageHandlers,
  ...teamHandlers,
  ...paperHandlers,
  ...recordsHandlers,
  ...subjectAccessHandlers,
  ...caseEndsHandlers,
  ...claimsHandlers,
  ...identityHandlers,
  ...talksHandlers,
  ...referralsHandlers,
  ...libraryHandlers,
  ...templatesHandlers,
  ...theatreHandlers,
  ...theatreSheetHandlers,
  ...referenceHandlers,
  ...organisationHandlers,
  ...messagesHandlers,
  ...experienceHandlers,
  ...retentionHandlers,
  ...statusHandlers,
  ...safetyHandlers,
  ...syncHandlers,
};
