/** How somebody told staff that they withdraw. Apart: a signer's page makes the call and needs no more of it. */
export const WITHDRAWAL_WAYS = ['HERE', 'PHONE', 'LETTER'] as const;
export type WithdrawalWay = (typeof WITHDRAWAL_WAYS)[number];
