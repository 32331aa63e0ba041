/** What staff read beside a patient whose contact details are protected. Patients and families never read it. */
export const DETAILS_PROTECTED = 'Details protected';
