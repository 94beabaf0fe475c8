import { fillDemo } from '../demo/fill.ts'
import { type Command, DONE, expectWords } from './command.ts'
import { withApp } from './with-app.ts'

export const seed: Command = {
  name: 'seed',
  usage: '[--demo]',
  summary: 'Fill an empty database with demo data.',
  help: [
    'The demo is a small wholesaler of bicycle parts: its items and its customers, the same in every run.',
    'A database that has items or customers already is left as it is. KONTOR_DEMO=1 does the same at every start.',
    '',
    '  --demo   The demo data. This is the default.',
  ].join('\n'),
  options: { demo: { type: 'boolean' } },
  async run(_options, words) {
    expectWords(words)
    return withApp(async ({ executor }) => {
      const filled = await fillDemo(executor)
      console.log(
        filled
          ? `Created ${filled.items} items, ${filled.customers} customers and ${filled.orders} orders with what came of them.`
          : 'There are items or customers already: nothing was changed.',
      )
      return DONE
    })
  },
}
