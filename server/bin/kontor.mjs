#!/usr/bin/env node
// npx links here. This file runs on any Node version: it says which one Kontor needs, or uses the one installed with it.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NODE_MIN = 26
const folder = dirname(fileURLToPath(import.meta.url))
// The package contains JavaScript (scripts/build-package.ts); in a checkout Node runs the TypeScript as it is.
const source = join(folder, '../src/cli.ts')
const program = existsSync(source) ? source : join(folder, '../dist/cli.js')

if (Number.parseInt(process.versions.node, 10) >= NODE_MIN) await import(program)
else {
  const node = installedNode()
  if (node) runWith(node)
  else {
    console.error(
      `Kontor needs Node.js ${NODE_MIN} or newer, and this is ${process.versions.node}. Install a newer one from ` +
        'https://nodejs.org, or install Kontor with its optional dependencies, which contain it.',
    )
    process.exitCode = 1
  }
}

/** The program of the optional dependency `node`. */
function installedNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve('node/package.json')
    const path = join(dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    return existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}

function runWith(node) {
  const child = spawn(node, [program, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
}
