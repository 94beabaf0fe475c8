import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './build/compressed.ts'

/** `npm run web` serves the sources as they are and passes on what belongs to a running server. */
const SERVER = process.env.KONTOR_ORIGIN ?? 'http://127.0.0.1:3000'

/** Few files, each of them needed: what most pages use together, what few use by itself. */
const groups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 30 },
  { name: 'icons', test: /@tabler/, minShareCount: 2, priority: 20 },
  { name: 'base', test: /node_modules/, minShareCount: 10, priority: 10 },
  {
    name: 'kontor',
    test: /client\/src|src\/(api|ui\/(?!pickers)|i18n\/(?!parse-date)[a-z-]+\.ts|fields\/[a-z-]+\.ts|fields\/cells)/,
    minShareCount: 3,
    priority: 5,
  },
]

// biome-ignore lint/style/noDefaultExport: Vite asks for it.
export default defineConfig({
  plugins: [react(), compressed()],
  server: { host: '127.0.0.1', proxy: { '^/(api|ui|docs|oauth)(/|$)': SERVER } },
  build: {
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 800,
    target: 'es2023',
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
})
