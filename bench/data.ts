import { spawn } from 'node:child_process'
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Environment, environmentOf, root } from './contender.ts'

const KINDS = ['items', 'customers', 'orders'] as const
type Sizes = { readonly [K in (typeof KINDS)[number]]: number }

/** A company of so many items has so many customers and orders. */
const companyOf = (items: number): Sizes => {
  const others = Math.max(50, Math.ceil(items / 10))
  return { items, customers: others, orders: others }
}

/** Fills a database by `kontor seed`, which tells how far it is. */
export function seed(settings: Environment, items: number, folder = root): Promise<void> {
  const wanted = companyOf(items)
  const words = KINDS.flatMap((kind) => [`--${kind}`, String(wanted[kind])])
  const child = spawn(process.execPath, [join(folder, 'server/src/cli.ts'), 'seed', ...words], {
    env: environmentOf(settings),
    stdio: ['ignore', process.stderr, process.stderr],
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`kontor seed ended with ${code}.`))))
  })
}

/** Databases of several sizes, each made once. Whoever measures writes to a copy. */
export class DataStore {
  readonly folder: string
  #copies = 0

  constructor(folder: string) {
    this.folder = folder
  }

  /** Settings for a server on a database of its own with so many items. */
  async copyOf(items: number): Promise<{ KONTOR_DATA: string }> {
    const copy = join(this.folder, `copy-${process.pid}-${++this.#copies}`)
    cpSync(await this.#made(items), copy, { recursive: true })
    return { KONTOR_DATA: copy }
  }

  async #made(items: number): Promise<string> {
    const made = join(this.folder, `${items}-items`)
    if (existsSync(made)) return made
    const unfinished = `${made}-unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    await seed({ KONTOR_DATA: unfinished }, items)
    renameSync(unfinished, made)
    return made
  }

  removeCopies(): void {
    for (; this.#copies > 0; this.#copies--)
      rmSync(join(this.folder, `copy-${process.pid}-${this.#copies}`), { recursive: true, force: true })
  }
}
