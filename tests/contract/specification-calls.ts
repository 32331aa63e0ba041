import type { Method } from '#contract/engine/define.ts';

/** A call as the specification's section 7 names it; `null` where it gives no method. */
export type SpecifiedCall = { readonly method: Method | null; readonly path: string };

const of = (method: Method | null, ...paths: string[]): SpecifiedCall[] => paths.map((path) => ({ method, path }));

/** Every call that the specification names (spec §7). The paths of the dashboard's calls are not shown there. */
export const SPECIFIED: readonly SpecifiedCall[] = [
  // Account
  ...of(
    'POST',
    'user/login',
    'user/create',
    'user/register',
    'user/forgot',
    'user/changePassword',
    'user/authorise',
    'user/destroyToken',
  ),
  ...of('POST', 'user/otp/verify', 'user/otp/setup', 'user/otp/email'),
  ...of('PUT', 'user/update'),
  ...of('GET', 'user/authoriseList', 'user/otp/requestqr', 'user/extendToken', 'user/get-clinicians'),
  // Templates
  ...of(null, 'templates/create', 'templates/get'),
  // Patients
  ...of('POST', 'patient/create', 'patient/update/status', 'patient/import', 'patient/bulk-add'),
  ...of('PUT', 'patient/update'),
  ...of('GET', 'patient/search', 'patient/listed'),
  ...of(null, 'patient/get/details', 'patient/get'),
  // Consents
  ...of('POST', 'consent/create', 'consent/send', 'consent/sendConsentToSign', 'consent/bitpaper-upload', 'consent/verify-user'),
  ...of('PUT', 'consent/update'),
  ...of('GET', 'consent/details-by-token/{token}'),
  ...of(null, 'consent/get/all', 'consent/get/consents', 'consent/get/private-url', 'consent/download', 'consent/sendEmail'),
  // Records; the list's path is not shown
  ...of('POST', 'record/pdf', 'record/send', 'record/verifyInterpreter', 'importConsent'),
  ...of('PUT', 'record/update', 'record/sendInvite', 'record/reopen', 'record/delete'),
  ...of('GET', 'record/pdfGetter', 'record/get'),
  ...of(null, 'record/verifyPatient', 'record/import'),
  // Procedures
  ...of('POST', 'procedure/create', 'procedure/update/status'),
  ...of('PUT', 'procedure/update'),
  ...of(null, 'procedure/get', 'procedure/get/details', 'procedure/add/section', 'procedure/edit/resources'),
  // Roles
  ...of('GET', 'role/get', 'role/delete'),
  ...of('POST', 'role/create', 'role/update'),
  // Other
  ...of('GET', 'config', 'faqs/list'),
  ...of(null, 'config/search-organisation', 'hospitals', 'subscription/active-list'),
];

/** Those that are not served yet. This list only ever shrinks: a call that is added to the table is taken off here. */
export const STILL_MISSING: readonly string[] = [];
