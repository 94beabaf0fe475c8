import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedHeaders } from './signature.ts'

test('a request is signed as in the example of the documentation of Amazon S3', () => {
  const { authorization } = signedHeaders({
    method: 'GET',
    url: new URL('https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J'),
    body: Buffer.alloc(0),
    region: 'us-east-1',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    sessionToken: undefined,
    now: new Date('2013-05-24T00:00:00Z'),
  })
  assert.match(authorization!, /Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7$/)
})
