import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const SOURCE = join(import.meta.dirname, 'faults.c')

/** Why the shim cannot be used on this machine. */
export function shimMissing(): string | undefined {
  if (process.platform !== 'linux') return 'needs Linux (LD_PRELOAD)'
  return spawnSync('cc', ['--version']).status === 0 ? undefined : 'needs a C compiler (cc)'
}

/** Compiles the shim into the folder, and returns its path. */
export function buildShim(folder: string): string {
  const file = join(folder, 'faults.so')
  const flags = ['-O2', '-Wall', '-Wextra', '-Werror', '-shared', '-fPIC']
  const { status, stderr } = spawnSync('cc', [...flags, '-o', file, SOURCE, '-ldl', '-lpthread'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The shim cannot be compiled: ${stderr}`)
  return file
}
