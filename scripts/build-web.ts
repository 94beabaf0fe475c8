// Builds the web interface into web/dist, unless web/dist was built from the same sources.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildAsProgram, buildOnce, root } from './build-once.ts'

export const WEB_SOURCES = [
  'web/src/**/*.*',
  'client/src/**/*.ts',
  'web/build/*',
  'web/index.html',
  'web/vite.config.ts',
  'web/postcss.config.cjs',
  'web/package.json',
]

export function buildWeb(): void {
  buildOnce({
    name: 'the web interface',
    target: 'web/dist',
    sources: WEB_SOURCES,
    build: (folder) => {
      const vite = join(root, 'node_modules/vite/bin/vite.js')
      const args = ['build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
      const { status } = spawnSync(process.execPath, [vite, ...args], { cwd: join(root, 'web'), stdio: 'inherit' })
      if (status !== 0) throw new Error('Building the web interface failed; the messages above say why.')
    },
  })
}

if (import.meta.main) buildAsProgram(buildWeb)
