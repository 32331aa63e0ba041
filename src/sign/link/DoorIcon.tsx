/** Strokes on a field of 24 by 24. */
const STROKES = {
  people: 'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 19c0-3 2.5-5 6-5s6 2 6 5M16 11a3 3 0 0 0 0-6M17.5 14.5c2 .5 3.5 2 3.5 4.5',
  words: 'M5 5h14v11h-8l-4 4v-4H5z',
  time: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2',
  day: 'M4 6h16v14H4zM4 10.5h16M8 3v4M16 3v4',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  shield: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4',
} as const;
export type DoorIconName = keyof typeof STROKES;

/** A picture beside words that say the same. */
export function DoorIcon({ name }: { readonly name: DoorIconName }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" strokeWidth="1.7">
      <path d={STROKES[name]} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
