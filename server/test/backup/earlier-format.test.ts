import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { backupSettings } from '../../src/config/backup.ts'
import { readConfig } from '../../src/config/config.ts'
import { restorableRanges } from '../../src/db/backup/inventory.ts'
import { openTarget } from '../../src/db/backup/target/open-target.ts'
import { rebuildEmbedded } from '../../src/db/open.ts'
import { type Acknowledged, differencesAt, EXACT } from './writing.ts'

/** Written by the version before format 2, whose server was killed once and stopped twice. */
const STORED: { readonly acknowledged: Acknowledged[]; readonly objects: Record<string, string> } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'format-1.json'), 'utf8'),
)

describe('a backup of format 1', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-format-1-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(STORED.objects)) {
    const file = join(folder, 'target', name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, Buffer.from(content, 'base64'))
  }
  const settings = backupSettings(readConfig({}), pathToFileURL(join(folder, 'target')).href)
  const file = join(folder, 'restored.db')

  test('is restored as a whole, with a note that it is not authenticated', async () => {
    const { notes } = await rebuildEmbedded(settings, undefined, file)
    assert.match(notes.join('\n'), /^Note: the backup, .* earlier version of Kontor\. That part is not authenticated/)
    assert.deepEqual(differencesAt(file, STORED.acknowledged), EXACT)
  })

  test('is restored at every moment of its ranges', async () => {
    const ranges = await restorableRanges(openTarget(settings.url, settings))
    assert.equal(ranges.length, 2)
    const isInside = ({ at }: Acknowledged) =>
      ranges.some(({ from, to }) => Date.parse(from) <= at && at <= Date.parse(to))
    const moments = STORED.acknowledged.filter(isInside).map(({ at }) => at)
    assert.ok(moments.length > 10)
    for (const moment of moments) {
      await rebuildEmbedded(settings, moment, file)
      assert.deepEqual(differencesAt(file, STORED.acknowledged, moment), EXACT)
    }
  })
})
