// Preloaded into a process: kills it at a step of shipping. KILL_AT counts the steps, before and after each of them.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync } from 'node:sqlite'
import { isMainThread } from 'node:worker_threads'

const killAt = Number(process.env.KILL_AT)
let steps = 0
function step() {
  if (++steps === killAt) process.kill(process.pid, 'SIGKILL')
}

function counting(owner, name, isStep) {
  const original = owner[name]
  owner[name] = function (...parameters) {
    if (!isStep(...parameters)) return original.apply(this, parameters)
    step()
    const result = original.apply(this, parameters)
    step()
    return result
  }
}

if (!isMainThread && killAt > 0) {
  const isOfBackup = (path) => /\/(backup|target)\//.test(String(path))
  for (const name of ['writeFileSync', 'renameSync', 'linkSync', 'rmSync', 'mkdirSync']) counting(fs, name, isOfBackup)
  syncBuiltinESMExports()
  const isCheckpoint = (text) => /PASSIVE|user_version=/.test(text)
  counting(DatabaseSync.prototype, 'exec', isCheckpoint)
  counting(DatabaseSync.prototype, 'prepare', isCheckpoint)
}
