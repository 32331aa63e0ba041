import QRCode from 'qrcode';

/**
 * Draws a QR code (error correction M) as an SVG with one path and no quiet zone.
 *
 * @throws Error when `text` is longer than a QR code can hold (2,331 bytes)
 */
export function qrSvg(text: string): string {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules;
  const runs: string[] = [];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (!data[row * size + column]) continue;
      const start = column;
      while (column + 1 < size && data[row * size + column + 1]) column++;
      const width = column - start + 1;
      runs.push(`M${start} ${row}h${width}v1h-${width}z`);
    }
  }
  return svg(`0 0 ${size} ${size}`, `<path fill="#000" d="${runs.join('')}"/>`);
}

function svg(viewBox: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${content}</svg>`;
}
