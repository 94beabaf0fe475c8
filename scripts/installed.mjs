// Runs on the Node version of npm, before anything is installed: plain JavaScript without dependencies.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The program that everything runs on. A script of the package `node` puts it there. */
export const nodeOf = (root) =>
  join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/**
 * Whether the packages of the lock file are installed, by whichever command: npm writes what it has installed into a lock file
 * of its own, when it is done. Packages for other machines are optional, and left out there.
 */
export function isInstalled(root) {
  const wanted = packagesIn(join(root, 'package-lock.json'))
  const installed = packagesIn(join(root, 'node_modules', '.package-lock.json'))
  const isThere = ([path, { version, integrity, optional }]) => {
    const found = installed[path]
    return found ? found.version === version && found.integrity === integrity : optional
  }
  return (
    Object.entries(wanted)
      .filter(([path]) => path !== '')
      .every(isThere) && existsSync(nodeOf(root))
  )
}

function packagesIn(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return {} // never written, or not to the end
  }
}
