import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(js|css|svg|json)$/
/** Below this a compressed copy saves nothing worth a file. */
const SIZE_MIN = 400

/** Beside each text file its .br and .gz, made once, so that the server only has to send them. */
export const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  writeBundle({ dir }, bundle) {
    for (const name of Object.keys(bundle).filter((file) => COMPRESSIBLE.test(file))) {
      const path = join(dir!, name)
      const content = readFileSync(path)
      if (content.length < SIZE_MIN) continue
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
      writeFileSync(`${path}.br`, brotliCompressSync(content, quality))
      writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
    }
  },
})
