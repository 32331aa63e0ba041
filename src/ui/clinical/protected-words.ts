/** The words for staff beside a patient whose contact details are protected. Patients and families never see them. */
export const DETAILS_PROTECTED = 'Details protected';
