import encodeQR from 'qr';

/** What the largest code holds in bytes at the lowest level of correction. */
const MOST_BYTES = 2_900;
const QUIET = 2;

/** A link as a code to be photographed, always dark on light. Nothing when it does not fit. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  if (text === '' || text.length > MOST_BYTES) return null;
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: QUIET });
  const size = rows.length;
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
