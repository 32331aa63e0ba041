/**
 * The files of a version in words.
 *
 * @property audit - in the audit file
 * @property title - in a record as FHIR
 * @property button - of the button that fetches it
 */
export const DOCUMENT_WORDS = {
  PRE_SIGNED: { audit: 'Unsigned form', button: 'Form before signing' },
  SIGNED: { audit: 'Signed and sealed form', title: 'Consent form' },
  VIEW: { audit: 'Viewing copy', title: 'Viewing copy', button: 'Viewing copy' },
  VIEW_EARLIER: { audit: 'Viewing copy of an earlier state', title: 'Viewing copy of an earlier state' },
  TIMESTAMP: { audit: 'Time stamp of the sealed form' },
  ARCHIVAL: { audit: 'Sealed document with archival time stamp' },
  CONFIRMATION: { audit: 'Confirmation on the day', title: 'Confirmation on the day', button: 'Confirmation' },
  OUTCOME: { audit: 'Outcome of a disagreement', title: 'Outcome of a disagreement', button: 'Outcome' },
  REFUSAL: { audit: 'Refusal of treatment, sealed', title: 'Refusal of treatment', button: 'Refusal of treatment' },
  PAPER: { audit: 'Form to sign with ink', button: 'Form to print' },
  SCAN: { audit: 'Scan of the form on paper', button: 'Open the scan' },
  SCAN_CHECKED: { audit: 'Checked and sealed pages of the form on paper', title: 'Checked scan', button: 'Checked scan' },
  READING: { audit: 'Copy to read' },
  AUDIT: { button: 'Audit file' },
} as const;
