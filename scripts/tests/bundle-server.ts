// Builds a bundle of the server for the processes that tests start. A short-lived server spends most of its processor time on
// loading modules, and a bundle loads in less than half of it. Tests import the sources, and nothing else uses the bundle.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'rolldown'
import { buildOnce, root } from '../build-once.ts'

const TARGET = 'node_modules/.cache/server-of-tests'
const source = join(root, 'server/src')
const main = join(source, 'cli.ts')

/** `new URL('./thread.ts', import.meta.url)`: the program of a thread or process. */
const PROGRAM = /new URL\('(\.\/[\w-]+\.ts)', import\.meta\.url\)/
const ADDRESS = new RegExp(`${PROGRAM.source}|import\\.meta\\.(url|dirname|filename)`, 'g')
const builtName = (path: string) => relative(source, path).replace(/\.ts$/, '.mjs')
const addressOf = (path: string) => JSON.stringify(pathToFileURL(path).href)

/** Builds it unless it was built from the same sources; returns the path of its `cli.ts`. */
export function bundleServer(): string {
  buildOnce({
    name: 'the bundle of the server for tests',
    target: TARGET,
    sources: ['server/src/**/*', 'scripts/tests/bundle-server.ts'],
    build: (folder) => {
      const { status } = spawnSync(process.execPath, [import.meta.filename, folder], { stdio: 'inherit' })
      if (status !== 0) throw new Error('Building the bundle of the server failed; the messages above say why.')
    },
  })
  return join(root, TARGET, builtName(main))
}

async function bundle(folder: string): Promise<void> {
  const programs = globSync(join(source, '**/*.ts')).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(new RegExp(PROGRAM, 'g'))].map(([, name]) => join(dirname(path), name!)),
  )
  await build({
    input: Object.fromEntries([main, ...programs].map((path) => [builtName(path), path])),
    platform: 'node',
    checks: { eval: false },
    plugins: [{ name: 'addresses', transform: { filter: { id: /server\/src\/.*\.ts$/ }, handler: withAddresses } }],
    output: { dir: folder, format: 'esm', entryFileNames: '[name]', chunkFileNames: '[name]-[hash].mjs' },
  })
}

/** A module finds the files beside its source, and starts the programs of the bundle. */
function withAddresses(code: string, path: string): string {
  const folder = dirname(path)
  const values = { url: addressOf(path), dirname: JSON.stringify(folder), filename: JSON.stringify(path) }
  return code.replaceAll(ADDRESS, (_, program: string | undefined, name: keyof typeof values) =>
    program ? `new URL(${addressOf(join(root, TARGET, builtName(join(folder, program))))})` : values[name],
  )
}

if (import.meta.main) await bundle(process.argv[2]!)
