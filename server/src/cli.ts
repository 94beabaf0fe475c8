import { parseArgs } from 'node:util'
import { type Command, UsageError } from './commands/command.ts'
import { commands, everyCommand } from './commands/index.ts'

const EXIT_FAILED = 1
const EXIT_USAGE = 2

function usage(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)
  return ['Usage: kontor <command> [options]', '', ...lines, '', 'kontor <command> --help tells more.'].join('\n')
}

async function main(words: string[]): Promise<number> {
  const called = Object.keys(commands).find((name) => words.slice(0, name.split(' ').length).join(' ') === name)
  if (called === undefined) {
    const isHelp = words[0] === undefined || words[0] === '--help' || words[0] === 'help'
    const help = usage(await everyCommand())
    console[isHelp ? 'log' : 'error'](isHelp ? help : `There is no command "${words.join(' ')}".\n\n${help}`)
    return isHelp ? 0 : EXIT_USAGE
  }
  const command = await commands[called]!()
  const rest = words.slice(command.name.split(' ').length)
  if (rest.includes('--help')) {
    console.log(`Usage: kontor ${command.name} ${command.usage}\n\n${command.summary}\n\n${command.help}`.trimEnd())
    return 0
  }
  const { values, positionals } = parseArgs({ args: rest, options: command.options, allowPositionals: true })
  return command.run(values as Record<string, string | boolean | undefined>, positionals)
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const isUsage = error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  const isForeseen = isUsage || (await import('./commands/foreseen.ts')).isForeseen(error)
  console.error(isForeseen ? (error as Error).message : error)
  process.exit(isUsage ? EXIT_USAGE : EXIT_FAILED) // threads and timers of a start that failed must not keep it running
}
