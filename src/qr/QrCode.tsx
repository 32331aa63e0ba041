import { create } from 'qrcode/lib/core/qrcode.js';

/** Light modules around a code that readers need. */
const QUIET_ZONE = 4;

type QrCodeProps = { readonly url: string; readonly label: string; readonly className: string | undefined };

/** A link as a QR code, dark on white in every colour scheme. It is drawn in the page; its library loads with it alone. */
export function QrCode({ url, label, className }: QrCodeProps) {
  const { size, data } = create(url, { errorCorrectionLevel: 'M' }).modules;
  const whole = size + 2 * QUIET_ZONE;
  return (
    <svg className={className} viewBox={`0 0 ${whole} ${whole}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={whole} height={whole} fill="#fff" />
      <path fill="#10243e" d={darkModules(data, size)} transform={`translate(${QUIET_ZONE} ${QUIET_ZONE})`} />
    </svg>
  );
}

/** One rectangle for each run of dark modules in a row. */
function darkModules(data: Uint8Array, size: number): string {
  const runs: string[] = [];
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) {
      if (data[row * size + column] !== 1) continue;
      const start = column;
      while (column + 1 < size && data[row * size + column + 1] === 1) column += 1;
      const width = column - start + 1;
      runs.push(`M${start} ${row}h${width}v1h-${width}z`);
    }
  return runs.join('');
}
