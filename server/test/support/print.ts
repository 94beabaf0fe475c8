import assert from 'node:assert/strict'
import type { Kontor } from './kontor.ts'
import { readPdf } from './read-pdf.ts'

/** The PDF at a path, and the text of its pages. */
export async function print(kontor: Kontor, path: string, token = kontor.token) {
  const headers = { authorization: `Bearer ${token}` }
  const { statusCode, headers: given, rawPayload } = await kontor.app.server.inject({ url: `/api/v1${path}`, headers })
  assert.equal(statusCode, 200, rawPayload.toString())
  assert.equal(given['content-type'], 'application/pdf')
  const pages = readPdf(rawPayload)
  return { bytes: rawPayload, headers: given, pages, text: pages.map(({ text }) => text).join('\n') }
}

export function assertPrinted(text: string, ...parts: readonly string[]): void {
  for (const part of parts) assert.ok(text.includes(part), `"${part}" in:\n${text}`)
}

export function assertNotPrinted(text: string, ...parts: readonly string[]): void {
  for (const part of parts) assert.ok(!text.includes(part), `"${part}" in:\n${text}`)
}
