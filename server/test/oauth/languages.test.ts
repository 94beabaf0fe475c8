import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { siteFor } from './site.ts'

onEveryDatabase('The error page for a request that cannot be handed back to the app', (kind) => {
  const site = siteFor(kind)
  const shown = (languages: string) => site().browser(languages).open('/oauth/authorize?client_id=unknown')

  test('is in German for a German browser; what the app did wrong stays in the words of the protocol', async () => {
    const { text } = await shown('de-CH, de;q=0.9, en;q=0.5')
    assert.match(text, /<html lang="de">/)
    assert.match(text, /<h1>Die App lässt sich nicht verbinden<\/h1>[\s\S]*<span lang="en">/)
  })

  test('is in the first language that the browser wants and that we speak, or else in English', async () => {
    for (const [languages, expected] of [
      ['fr-FR, de;q=0.8, en;q=0.7', 'de'],
      ['en;q=0.3, de-AT;q=0.7', 'de'],
      ['en-GB, de;q=0.9', 'en'],
      ['de;q=0, en', 'en'],
      ['fr', 'en'],
      ['*', 'en'],
      ['', 'en'],
      [';;q=x,,', 'en'],
    ] as const) {
      const { text } = await shown(languages)
      assert.ok(text.includes(`<html lang="${expected}">`), languages)
    }
  })
})
