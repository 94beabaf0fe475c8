import { printedCall, printedComment, quoted } from './code.ts'
import type { Call, Step } from './steps.ts'

const INDENT = '    '
const isCall = (step: Step): step is Call => 'word' in step

/** The text of a migration. `constant` is the name under which it is exported. */
export function migrationSource(name: string, constant: string, steps: readonly Step[]): string {
  const printed = steps.map((step) =>
    isCall(step) ? printedCall(`schema.${step.word}`, step.args, INDENT) : printedComment(step.note, INDENT),
  )
  const calls = printed.filter((_, index) => isCall(steps[index]!)).join('\n')
  const words = ['optional', 'required'].filter((word) => calls.includes(`${word}.`))
  const imported = words.length > 0 ? `import { type Migration, ${words.join(', ')} }` : 'import type { Migration }'
  return `${imported} from '../schema-change.ts'

export const ${constant}: Migration = {
  name: ${quoted(name)},
  async up(${calls === '' ? '_schema' : 'schema'}) {
${printed.join('\n')}
  },
}
`
}
