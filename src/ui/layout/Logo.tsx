/** The product's mark: an A whose bar is the stroke of a signature. `size` in rem. */
export function Logo({ size = 2.5 }: { readonly size?: number }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 40 40"
      style={{ width: `${size}rem`, height: `${size}rem`, display: 'block' }}
    >
      <rect width="40" height="40" rx="12" fill="#0b5c6b" />
      <g fill="none" stroke="#fff" strokeLinecap="round" strokeLinejoin="round">
        <path strokeWidth="3.2" d="M11 29.5 20 9.5l9 20" />
        <path strokeWidth="2.6" d="m13.5 22.5 4.8 4L31.5 16.5" />
      </g>
    </svg>
  );
}
