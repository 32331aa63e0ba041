/** The state of a signed and sealed form, with nothing open, as its light is judged. */
export const SEALED = {
  patientStatus: 'ACTIVE',
  status: 'SIGNED',
  inForce: { sealState: 'SEALED', confirmState: 'NOT_REQUIRED' },
  isNewest: true,
  isLastVoided: false,
  hasOpenQuestion: false,
} as const;
