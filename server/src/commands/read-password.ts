import { text } from 'node:stream/consumers'
import { UsageError } from './command.ts'

/** As much of a terminal as is needed to read from it without an echo. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & { setRawMode(isRaw: boolean): unknown }
  readonly output: { write(text: string): unknown }
}

const ENTER = ['\r', '\n']
const DELETE = ['\b', '\x7f']
/** Ctrl-C, and Ctrl-D: the end of input. */
const CANCEL = ['\x03', '\x04']

/** Asks for a line that is not shown while it is typed. */
export function askSecretly({ input, output }: Terminal, question: string): Promise<string> {
  // Before the question is shown: what is typed at once must not be shown either.
  input.setRawMode(true)
  output.write(question)
  return new Promise((resolve, reject) => {
    let typed: string[] = []
    const end = (finish: () => void) => {
      input.off('data', listen)
      input.setRawMode(false)
      input.pause()
      output.write('\n')
      finish()
    }
    const listen = (chunk: string) => {
      for (const character of chunk) {
        if (ENTER.includes(character)) return end(() => resolve(typed.join('')))
        if (CANCEL.includes(character)) return end(() => reject(new UsageError('Cancelled. Nothing was changed.')))
        typed = DELETE.includes(character) ? typed.slice(0, -1) : [...typed, character]
      }
    }
    input.setEncoding('utf8')
    input.on('data', listen)
    input.resume()
  })
}

/** Asks twice, since a typing error would not be seen. Undefined if nothing is typed. */
export async function askPassword(terminal: Terminal): Promise<string | undefined> {
  const password = await askSecretly(terminal, 'Password (leave empty to have one generated): ')
  if (password === '') return undefined
  if ((await askSecretly(terminal, 'The same again: ')) === password) return password
  throw new UsageError('The two passwords differ. Nothing was changed.')
}

/** The first line of standard input, as other programs write it. */
export async function readPassword(input: NodeJS.ReadableStream): Promise<string> {
  const [line = ''] = (await text(input as never)).split(/\r?\n/)
  if (line === '') throw new UsageError('--password-stdin: Standard input contains no password.')
  return line
}
