import { iconPaths, type IconName } from './icon-paths.ts';

/** A line icon in the colour of the text around it; always beside words, so hidden from screen readers. `size` in rem. */
export function Icon({ name, size = 1.25 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 24 24"
      style={{ width: `${size}rem`, height: `${size}rem`, flex: 'none' }}
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 3 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
