import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../config/config.ts'
import { securityHeaders } from './headers.ts'

const insists = (environment: NodeJS.ProcessEnv) =>
  'strict-transport-security' in securityHeaders(readConfig(environment))

test('Strict-Transport-Security is sent only with HTTPS', () => {
  assert.ok(insists({ KONTOR_TLS_CERT: 'certificate.pem', KONTOR_TLS_KEY: 'key.pem' }))
  assert.ok(insists({ KONTOR_BASE_URL: 'https://kontor.example.com' }))
  assert.ok(!insists({ KONTOR_BASE_URL: 'http://kontor.example.com' }))
  assert.ok(!insists({}))
})
