import { spawn } from 'node:child_process'
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Environment, environmentOf, root } from './server-under-test.ts'

const RESOURCES = ['items', 'customers', 'orders'] as const
type Sizes = { readonly [K in (typeof RESOURCES)[number]]: number }

/** The number of customers and orders that go with a number of items. */
const sizesFor = (items: number): Sizes => {
  const others = Math.max(50, Math.ceil(items / 10))
  return { items, customers: others, orders: others }
}

/** Fills a database by `kontor seed`, which prints its progress. */
export function seed(settings: Environment, items: number, folder = root): Promise<void> {
  const sizes = sizesFor(items)
  const args = RESOURCES.flatMap((resource) => [`--${resource}`, String(sizes[resource])])
  const child = spawn(process.execPath, [join(folder, 'server/src/cli.ts'), 'seed', ...args], {
    env: environmentOf(settings),
    stdio: ['ignore', process.stderr, process.stderr],
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`kontor seed exited with ${code}.`))))
  })
}

/** Databases of several sizes, each generated once. Measurements write to copies of them. */
export class DataStore {
  readonly folder: string
  #copies = 0

  constructor(folder: string) {
    this.folder = folder
  }

  /** Settings for a server on its own copy of a database with so many items. */
  async copyOf(items: number): Promise<{ KONTOR_DATA: string }> {
    const copy = join(this.folder, `copy-${process.pid}-${++this.#copies}`)
    cpSync(await this.#generate(items), copy, { recursive: true })
    return { KONTOR_DATA: copy }
  }

  async #generate(items: number): Promise<string> {
    const complete = join(this.folder, `${items}-items`)
    if (existsSync(complete)) return complete
    const unfinished = `${complete}-unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    await seed({ KONTOR_DATA: unfinished }, items)
    renameSync(unfinished, complete)
    return complete
  }

  removeCopies(): void {
    for (; this.#copies > 0; this.#copies--)
      rmSync(join(this.folder, `copy-${process.pid}-${this.#copies}`), { recursive: true, force: true })
  }
}
