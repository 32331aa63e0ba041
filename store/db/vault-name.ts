/** Name of one user's database on this device. */
export const vaultDatabaseName = (userHash: string): string => `v-${userHash}`;
