// Installs packages if needed, then runs a program on the Node version that the project installs. npm itself may run on an
// older one. Signals are forwarded, so that stopping npm shuts the server down gracefully.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeOf } from './installed.mjs'
import './set-up.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [program, ...args] = process.argv.slice(2)
// Node's compile cache nearly halves the start time.
const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'compiled')
// By default Node lets the young generation grow to tens of megabytes in every thread before it collects garbage. Requests
// leave little garbage: with a quarter of that size they are as fast. MALLOC_ARENA_MAX limits the memory that the C library
// reserves for every thread.
const { flags, environment } = createRequire(import.meta.url)('./node-settings.json')
const env = { ...environment, ...process.env, NODE_COMPILE_CACHE }
const child = spawn(nodeOf(root), [...flags, join(root, program), ...args], { stdio: 'inherit', env })
// npm starts this process through a shell that does not forward signals: exit when the shell has ended.
const parent = process.ppid
setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 500).unref()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal ? 1 : 0)
})
