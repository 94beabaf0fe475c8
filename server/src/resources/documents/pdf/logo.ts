import type { PrintedLogo } from './printed-document.ts'
import type { Block } from './style.ts'

const HEIGHT_MAX = 40
const WIDTH_MAX = 180

export function logoBlock({ type, content }: PrintedLogo): Block {
  const look = { fit: [WIDTH_MAX, HEIGHT_MAX], margin: [0, 0, 0, 6] } as const
  if (type === 'image/png') return { image: `data:image/png;base64,${content}`, ...look }
  return { svg: Buffer.from(content, 'base64').toString('utf8'), ...look }
}
