import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { replaceWhole } from '../whole-file.ts'

/** Puts the secrets of a backup into the data folder. Returns where it keeps those that it replaces. */
export async function restoreSecrets(
  dataFolder: string,
  secrets: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const kept: string[] = []
  for (const [name, content] of Object.entries(secrets)) {
    const file = join(dataFolder, basename(name))
    if (existsSync(file)) {
      if (readFileSync(file, 'utf8') === content) continue
      const before = `${file}.before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
      renameSync(file, before)
      kept.push(`The replaced secret is kept as ${before}.`)
    }
    await replaceWhole(file, async (partial) => writeFileSync(partial, content))
  }
  return kept
}
