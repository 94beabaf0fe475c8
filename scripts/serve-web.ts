// Development server of the web interface with hot reloading. A Kontor server must be running too.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const vite = join(root, 'node_modules/vite/bin/vite.js')
const { status } = spawnSync(process.execPath, [vite], { cwd: join(root, 'web'), stdio: 'inherit' })
process.exitCode = status ?? 1
