// Builds the published form of the client: client/dist, JavaScript and its types.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

export function buildClient(): void {
  rmSync(join(root, 'client/dist'), { recursive: true, force: true })
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'client/tsconfig.build.json'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('Building the client failed; the messages above say why.')
}

if (import.meta.main) buildClient()
