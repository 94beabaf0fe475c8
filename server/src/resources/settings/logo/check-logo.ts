import { type Message, msg } from '../../../model/message.ts'
import { renderLogo } from '../../documents/pdf/render.ts'
import { pngFault } from './png.ts'
import { svgFault } from './svg.ts'

/** Why a picture cannot be the logo; undefined if it can. Whatever passes here must not stop a document from being drawn. */
export async function logoFault(type: 'image/png' | 'image/svg+xml', bytes: Buffer): Promise<Message | undefined> {
  const fault = type === 'image/png' ? pngFault(bytes) : svgFault(bytes)
  if (fault) return fault
  try {
    await renderLogo({ type, content: bytes.toString('base64') })
    return undefined
  } catch {
    return msg`The picture cannot be drawn on a page. Save it in another way, such as a PNG.`
  }
}
