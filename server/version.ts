/** The version of the API that `config` returns (spec §3 Config data). */
export const API_VERSION = '0.1.0';
