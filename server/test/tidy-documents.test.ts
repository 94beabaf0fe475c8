import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { catalog } from '../src/resources/catalog.ts'
import { documentFields } from '../src/resources/documents/define-document.fields.ts'
import { isDocument } from '../src/resources/documents/document-type.ts'

const source = join(import.meta.dirname, '../src')
const documents = catalog.filter(isDocument)

test('no declaration of a document spells a field that every document has', () => {
  assert.ok(documents.length > 2)
  const spelt = documents.flatMap(({ name, document }) => {
    const text = readFileSync(join(source, `resources/${name}/${name}.resource.ts`), 'utf8')
    return Object.keys(documentFields(name, document))
      .filter((field) => new RegExp(`\\b${field}(: \\w+\\(|,$)`, 'm').test(text))
      .map((field) => `${name}.${field}`)
  })
  assert.deepEqual(spelt, [])
})
