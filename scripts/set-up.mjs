// Installs the packages of package-lock.json, unless they are installed. It runs on the Node version of npm, before anything
// is installed: plain JavaScript without dependencies.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isInstalled } from './installed.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

if (!isInstalled(root)) {
  console.error('Installing packages. This takes about a minute and is done once.')
  const { status } = spawnSync('npm', ['ci', '--loglevel=error'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) {
    console.error('Installing packages failed; the messages above say why.')
    process.exit(status ?? 1)
  }
}
