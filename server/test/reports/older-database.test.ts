import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openEngine } from '../../src/db/open.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { openKontor } from '../support/kontor.ts'
import { migrationsBefore } from '../support/older.ts'
import { sameDatabase } from '../support/same-database.ts'

const NOW = '2026-01-31T09:30:00.000Z'
const older = migrationsBefore('0011-figures')

/** The schema before the report on low stock. */
const itemRow = (id: string, itemType: string, availableStock: number) => ({
  id,
  itemCode: id,
  itemCode_key: id,
  itemName: id,
  itemType,
  uom: 'Nos',
  sellingPrice: 0,
  costPrice: 0,
  taxRate: 0,
  currentStock: availableStock,
  reservedStock: 0,
  availableStock,
  reorderLevel: 50_000,
  reorderQty: 0,
  images: '[]',
  isActive: true,
  status: 'active',
  createdAt: NOW,
  updatedAt: NOW,
  version: 1,
  search_text: id,
})

onEveryDatabase('A database that is older than the reports', (kind) => {
  const same = sameDatabase(kind)

  test('has the report on low stock after the update', async () => {
    const { environment } = await same.create()
    const { databaseUrl, dataFolder } = readConfig(environment)
    const engine = await openEngine(databaseUrl, dataFolder)
    await migrate(engine, NOW, older)
    const rows = [
      itemRow('itm_low', 'Product', 40_000),
      itemRow('itm_enough', 'Product', 50_000),
      itemRow('itm_work', 'Service', 0),
    ]
    await engine.write((connection) => connection.query(engine.builder.insertInto('items').values(rows).compile()))
    await engine.close()
    const kontor = await openKontor(same)
    const low = await kontor.get('/items?isLowStock=true')
    assert.deepEqual([low.body.meta.total, low.body.data[0].id], [1, 'itm_low'])
    assert.equal((await kontor.get('/items?isLowStock=false')).body.meta.total, 2)
    assert.equal((await kontor.get('/reports/low-stock')).body.data.items[0].missing, 1)
    await kontor.close()
  })
})
