import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './build/compressed.ts'
import { font } from './build/font.ts'
import { icon } from './build/icon.ts'

/** `npm run web` serves the sources as they are and passes on what belongs to a running server. */
const SERVER = process.env.KONTOR_ORIGIN ?? 'http://127.0.0.1:3000'

/** Few files: what every page needs, what most pages use together, what few use by itself. */
const groups = [
  { name: 'app', tags: ['$initial' as const], priority: 30 },
  { name: 'shared', minShareCount: 8, priority: 20 },
]

// biome-ignore lint/style/noDefaultExport: Vite asks for it.
export default defineConfig({
  plugins: [react(), icon(), font(), compressed()],
  server: { host: '127.0.0.1', proxy: { '^/(api|ui|docs|oauth)(/|$)': SERVER } },
  build: {
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    target: 'es2023',
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
})
