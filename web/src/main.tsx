import '@fontsource-variable/inter/index.css'
import './mantine.css'
import './app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startI18n } from './i18n/i18n.ts'
import { App } from './shell/app.tsx'
import { reloadAfterUpdate } from './shell/new-version.ts'
import { applyDensity } from './shell/preferences.ts'
import { preload } from './shell/preload.ts'
import { listenForShortcuts } from './ui/shortcuts.ts'

applyDensity()
reloadAfterUpdate()
listenForShortcuts()
preload().catch(() => undefined) // what failed is tried again, and reported, when it is needed
await startI18n()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
