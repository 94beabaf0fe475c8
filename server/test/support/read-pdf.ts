import { inflateSync } from 'node:zlib'

interface Word {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly y: number
}
interface Page {
  readonly words: readonly Word[]
  /** One line of the page after the other, from the top. */
  readonly text: string
}

/** Reads pages back from the bytes: what is drawn, and through the fonts, which letters those are and how wide. */
export function readPdf(pdf: Buffer): Page[] {
  const objects = new Map(
    [...pdf.toString('latin1').matchAll(/\n(\d+) 0 obj\n(.*?)\nendobj/gs)].map(([, id, body]) => [id!, body!]),
  )
  const target = (body: string, name: string) => objects.get(new RegExp(`/${name} \\[?(\\d+) 0 R`).exec(body)![1]!)!
  const streamOf = (body: string) =>
    inflateSync(Buffer.from(/stream\n(.*)\nendstream/s.exec(body)![1]!, 'latin1')).toString('latin1')
  const fontOf = (font: string) => {
    const ranges = [...streamOf(target(font, 'ToUnicode')).matchAll(/\[(.*?)\]/gs)].map(([, range]) => range).join(' ')
    const letters = [...ranges.matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => Buffer.from(hex!, 'hex').swap16())
    const widths = /\/W \[0 \[(.*?)\]/s.exec(target(font, 'DescendantFonts'))![1]!.split(' ').map(Number)
    return { letters: letters.map((letter) => letter.toString('utf16le')), widths }
  }
  const wordsOf = (page: string): Word[] => {
    const fonts = new Map<string, ReturnType<typeof fontOf>>()
    for (const [, name] of target(page, 'Resources').matchAll(/\/(F\d+) \d+ 0 R/g)) {
      fonts.set(name!, fontOf(target(target(page, 'Resources'), name!)))
    }
    const shown = streamOf(target(page, 'Contents')).matchAll(/(\S+) (\S+) Tm\n\/(F\d+) (\S+) Tf\n[^[]*\[(.*?)\] TJ/gs)
    return [...shown].map(([, x, y, name, size, drawn]) => {
      const glyphs = [...drawn!.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex]) => hex!.match(/.{4}/g)!)
      const { letters, widths } = fonts.get(name!)!
      const indexes = glyphs.map((glyph) => Number.parseInt(glyph, 16))
      const width = indexes.reduce((sum, index) => sum + (widths[index]! * Number(size)) / 1000, 0)
      const text = indexes.map((index) => letters[index]).join('')
      return { text, left: Number(x), right: Number(x) + width, y: Number(y) }
    })
  }
  const textOf = (words: readonly Word[]) =>
    [...Map.groupBy(words, ({ y }) => Math.round(y))]
      .sort(([above], [below]) => below - above)
      .map(([, line]) => line.map(({ text }) => text).join(''))
      .join('\n')
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\n/.test(body)).map(wordsOf)
  return pages.map((words) => ({ words, text: textOf(words) }))
}
