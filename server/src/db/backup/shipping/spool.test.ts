import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Spool } from './spool.ts'

const [CURRENT, EARLIER] = ['20261105T000000000Z-0000', '20261101T000000000Z-0000']

test('what a killed process has left half-written is removed from the spool, and nothing else', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'kontor-spool-'))
  try {
    const spool = new Spool(dataFolder)
    await spool.add(`${CURRENT}/00000001.wal`, Buffer.from('a segment'))
    mkdirSync(join(spool.folder, EARLIER))
    const leftovers = [
      'snapshot.partial',
      'snapshot.partial-journal',
      'state.json.4711.partial',
      `${CURRENT}/00000002.wal.4711.partial`,
    ]
    for (const name of ['state.json', ...leftovers]) writeFileSync(join(spool.folder, name), '{}')
    spool.removeLeftovers()
    assert.deepEqual(readdirSync(spool.folder, { recursive: true }).sort(), [
      CURRENT,
      `${CURRENT}/00000001.wal`,
      'state.json',
    ])
  } finally {
    rmSync(dataFolder, { recursive: true, force: true })
  }
})
