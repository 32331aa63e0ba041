/** The email address entered in one step, passed to the next one in memory only. */
export const KEPT_EMAIL = 'registration.email';
