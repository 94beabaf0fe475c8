import { encode } from 'uqr'

/** Cells of white around it, which readers need. */
const BORDER = 4

interface QrCodeProps {
  readonly text: string
  readonly size: number
  readonly label: string
}

/** Black on white, also on a dark page: not all readers see it the other way round. */
export function QrCode({ text, size, label }: QrCodeProps) {
  const { data, size: cells } = encode(text, { ecc: 'M', border: BORDER })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg role="img" aria-label={label} width={size} height={size} viewBox={`0 0 ${cells} ${cells}`}>
      <rect width={cells} height={cells} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
