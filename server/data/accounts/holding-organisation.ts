/**
 * The organisation of nobody: people who register stay in it until their profile names a real one. Nobody in it has a permission,
 * and no list of organisations shows it.
 */
export const HOLDING_ORGANISATION = '00000000-0000-4000-8000-000000000000';
