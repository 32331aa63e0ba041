import type { Handlers } from '#server/http/serve.ts';
import { accounts } from './accounts.ts';
import { audit } from './audit.ts';
import { consents } from './consents.ts';
import { devices } from './devices.ts';
import { exports } from './exports.ts';
import { imports } from './imports.ts';
import { library } from './library.ts';
import { links } from './links.ts';
import { organisation } from './organisation.ts';
import { paper } from './paper.ts';
import { patients } from './patients.ts';
import { people } from './people.ts';
import { records } from './records.ts';
import { referrals } from './referrals.ts';
import { reference } from './reference.ts';
import { registration } from './registration.ts';
import { retention } from './retention.ts';
import { roles } from './roles.ts';
import { security } from './security.ts';
import { signing } from './signing.ts';
import { status } from './status.ts';
import { sync } from './sync.ts';
import { templates } from './templates.ts';
import { theatre } from './theatre.ts';
import { theatreSheet } from './theatre-sheet.ts';

/** Every call of the contract and the function that answers it, but for those of open streams; a missing one does not compile. */
export const handlers: Omit<Handlers, 'live'> = {
  ...accounts,
  ...audit,
  ...registration,
  ...people,
  ...roles,
  ...devices,
  ...security,
  ...patients,
  ...imports,
  ...exports,
  ...consents,
  ...signing,
  ...links,
  ...paper,
  ...records,
  ...referrals,
  ...library,
  ...templates,
  ...theatre,
  ...theatreSheet,
  ...reference,
  ...organisation,
  ...retention,
  ...status,
  ...sync,
};
