/** Type of a page's message to the worker: the browser has cleared the cache, and the missing files of the app are to be put back. */
export const SHELL_REFILL = 'SHELL_REFILL';
