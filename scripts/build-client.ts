// Builds the published form of the client: client/dist, JavaScript and its types.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildAsProgram, buildOnce, root } from './build-once.ts'

export function buildClient(): void {
  buildOnce({
    name: 'the client',
    target: 'client/dist',
    sources: ['client/src/**/*.ts', 'client/tsconfig*.json', 'tsconfig.json'],
    build: (folder) => {
      const tsc = join(root, 'node_modules/typescript/bin/tsc')
      const args = ['-p', 'client/tsconfig.build.json', '--outDir', folder]
      const { status } = spawnSync(process.execPath, [tsc, ...args], { cwd: root, stdio: 'inherit' })
      if (status !== 0) throw new Error('Building the client failed; the messages above say why.')
    },
  })
}

if (import.meta.main) buildAsProgram(buildClient)
