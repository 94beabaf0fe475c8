import assert from 'node:assert/strict'
import { test } from 'node:test'
import writeExcelFile from 'write-excel-file/node'
import { packed, unpacked } from './archive.ts'
import { readXlsx, writeXlsx } from './xlsx.ts'

/** The same with its sheet in another folder. */
const elsewhere = (workbook: Buffer) =>
  packed(
    unpacked(workbook, 1_000_000).map(({ name, content }) => ({
      name: name.replace('worksheets/', 'elsewhere/'),
      content: name.endsWith('.rels') ? Buffer.from(content.toString().replace('worksheets/', 'elsewhere/')) : content,
    })),
  )

const rowAt = (row: number) => `<row r="${row}"><c r="A${row}" t="inlineStr"><is><t>x</t></is></c></row>`

/** A workbook with other rows. */
async function workbookWith(rows: string): Promise<Buffer> {
  const files = unpacked(await writeExcelFile([['Code']]).toBuffer(), 1_000_000)
  const changed = files.map(({ name, content }) => ({
    name,
    content: name.endsWith('sheet1.xml')
      ? Buffer.from(content.toString().replace(/<sheetData>.*<\/sheetData>/s, `<sheetData>${rows}</sheetData>`))
      : content,
  }))
  return packed(changed)
}

/** Takes seconds to be read. */
const slow = () => workbookWith(Array.from({ length: 200_000 }, (_, index) => rowAt(index + 1)).join(''))

/** Begins to read it; `cancel` is called when the client is gone. */
function reading(content: Buffer, owner: string) {
  let cancel = () => {}
  const done = readXlsx(content, {
    owner,
    onCancel: (end) => {
      cancel = end
    },
  })
  return { done, cancel: () => cancel() }
}

test('a user has at most one workbook waiting, and a client that disconnects gives up its place', async () => {
  const [long, short] = [await slow(), await workbookWith(rowAt(1))]
  const first = reading(long, 'usr_1')
  const second = reading(short, 'usr_1')
  await assert.rejects(reading(short, 'usr_1').done, { reason: 'waiting' })
  const other = reading(short, 'usr_2')
  second.cancel()
  await assert.rejects(second.done, { reason: 'large' })
  const third = reading(short, 'usr_1')
  first.cancel()
  await assert.rejects(first.done, { reason: 'large' })
  assert.deepEqual([await other.done, await third.done], [['[["x"]]'], ['[["x"]]']])
})

test('a workbook is written while another one is read', async () => {
  const first = reading(await slow(), 'usr_1')
  let isRead = false
  const end = first.done.finally(() => {
    isRead = true
  })
  const head = { sheet: 'A', headings: ['a'], dayFormat: 'yyyy', timeFormat: 'yyyy' }
  assert.ok((await writeXlsx([Buffer.from(`${JSON.stringify(head)}\n["b"]\n`)])).length > 0)
  assert.equal(isRead, false)
  first.cancel()
  await assert.rejects(end, { reason: 'large' })
})

test('a sheet whose cells lie far apart is refused, however their addresses are written', async () => {
  const cell = (attribute: string) => `<row><c ${attribute} t="inlineStr"><is><t>x</t></is></c></row>`
  for (const rows of [
    cell('r="XFD1048576"'),
    cell("r='XFD1048576'"),
    cell('r = "XFD1048576"'),
    cell('r="A1" r="XFD1048576"'),
    cell('r="XFD&#49;048576"'),
    `<row>${'<c/>'.repeat(10_000)}</row>${'<row/>'.repeat(10_000)}`,
  ])
    await assert.rejects(readXlsx(await workbookWith(rows), { owner: 'usr_1' }), { reason: 'large' }, rows.slice(0, 60))
})

test('a sheet is checked in whatever folder it is', async () => {
  const failed = '<row><c r="A1" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>'
  const read = async (rows: string) => readXlsx(elsewhere(await workbookWith(rows)), { owner: 'usr_1' })
  assert.match((await read(failed))[0]!, /#DIV\/0!/)
  await assert.rejects(read('<row><c r="XFD1048576"><v>1</v></c></row>'), { reason: 'large' })
})

test('a sheet that was made to be slow for the library is refused before that', async () => {
  for (const part of ['<', '<!--', '<?', '<c a="', ' ', 'x'])
    await assert.rejects(readXlsx(await workbookWith(part.repeat(4_000_000 / part.length)), { owner: 'usr_1' }), {
      reason: 'broken',
    })
})
