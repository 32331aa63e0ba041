/** Grades of hospital staff that a profile offers [choice]; shown sorted (spec §3 Config data). */
export const GRADES = [
  'Associate specialist',
  'Consultant',
  'Core trainee',
  'Foundation doctor',
  'General practitioner',
  'Healthcare assistant',
  'Nurse',
  'Nurse specialist',
  'Operating department practitioner',
  'Optometrist',
  'Orthoptist',
  'Physician associate',
  'Registrar',
  'Specialty doctor',
] as const;
