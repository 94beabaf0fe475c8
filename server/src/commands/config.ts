import { describeConfig, readConfig } from '../config/config.ts'
import type { Command } from './command.ts'

export const config: Command = {
  name: 'config',
  usage: '',
  summary: 'Show the settings in force, secrets masked, and check them.',
  help: 'Exits with 1 if a setting is not valid.',
  options: {},
  async run() {
    const described = describeConfig(process.env)
    const width = Math.max(...described.map(({ name }) => name.length))
    for (const { name, value, source, reason } of described) {
      console.log(
        `${name.padEnd(width)}  ${value || '(none)'}${source === 'default' ? '  [default]' : ''}\n${' '.repeat(width + 2)}${reason}`,
      )
    }
    readConfig(process.env)
    return 0
  },
}
