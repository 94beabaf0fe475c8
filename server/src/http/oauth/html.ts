/** Text that is known to be HTML. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Piece = Markup | string | null | readonly Piece[]

const ENTITIES: { readonly [sign: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Every inserted value is escaped unless it is markup already, so that a user's name cannot become a script. */
export function html(texts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  const written = texts.map((text, index) => text + (index < pieces.length ? write(pieces[index]!) : ''))
  return new Markup(written.join(''))
}

function write(piece: Piece): string {
  if (piece === null) return ''
  if (piece instanceof Markup) return piece.text
  return typeof piece === 'string' ? piece.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!) : piece.map(write).join('')
}
