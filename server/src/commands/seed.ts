import { fillDemo } from '../demo/fill.ts'
import { type Command, DONE, expectWords } from './command.ts'
import { readSizes, SIZE_MAX, seedSized } from './seed-sized.ts'
import { withApp } from './with-app.ts'

export const seed: Command = {
  name: 'seed',
  usage: '[--demo | --items <number> --customers <number> --orders <number>]',
  summary: 'Fill an empty database with demo data, or any database with as much data as you like.',
  help: [
    'The demo is a small wholesaler of bicycle parts: its items, customers and half a year of orders, deliveries, invoices',
    'and payments, the same in every run.',
    'A database that has items or customers already is left as it is. KONTOR_DEMO=1 does the same at every start.',
    '',
    '  --demo   The demo data. This is the default.',
    '',
    'With numbers, so many generated records are added to whatever is there, for benchmarks and trials of large companies.',
    'They are the same in every run; run again, it goes on where it left off. It may be interrupted at any time: what was',
    'created until then is whole.',
    '',
    `  --items      How many items, up to ${SIZE_MAX.toLocaleString('en')}.`,
    '  --customers  How many customers, likewise.',
    '  --orders     How many draft orders of the last two years, with one to eight lines each, of items and by customers',
    '               that are there.',
  ].join('\n'),
  options: {
    demo: { type: 'boolean' },
    items: { type: 'string' },
    customers: { type: 'string' },
    orders: { type: 'string' },
  },
  async run(options, words) {
    expectWords(words)
    const sizes = readSizes(options)
    return withApp(async ({ executor }, engine) => {
      if (sizes) return seedSized(engine, sizes)
      const filled = await fillDemo(executor)
      if (filled) await engine.analyze?.()
      console.log(
        filled
          ? `Created ${filled.items} items, ${filled.customers} customers and ${filled.orders} orders with what came of them.`
          : 'There are items or customers already: nothing was changed.',
      )
      return DONE
    })
  },
}
