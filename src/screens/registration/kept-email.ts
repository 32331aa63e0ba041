/** Where the address typed in one step waits for the next one, in memory only. */
export const KEPT_EMAIL = 'registration.email';
