import { tabItems } from '#src/device/web-storage.ts';

/** sessionStorage key of the passes whose questions were answered or skipped in this tab. */
const SETTLED_KEY = 'assent.heard';
/** Characters of a pass by which this tab knows it again: the end of its MAC, which opens nothing. */
const MARK = 16;

/** Whether the questions of a pass were answered or skipped in this tab. */
export function isPassSettled(pass: string): boolean {
  return settled().includes(pass.slice(-MARK));
}

/** Notes that they were. Where the browser stores nothing, the server alone knows of answers, and skipped questions are offered again. */
export function settlePass(pass: string): void {
  try {
    tabItems.setItem(SETTLED_KEY, [...settled(), pass.slice(-MARK)].join(' '));
  } catch {
    // Nothing depends on it.
  }
}

function settled(): string[] {
  return (tabItems.getItem(SETTLED_KEY) ?? '').split(' ');
}
