// Loaded into a server with --import: replaces parts of its source, so that it has a bug which a drill must find.
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { type Replacement, replaced, SETTING, SOURCE } from './planted.ts'

const replacements = JSON.parse(process.env[SETTING]!) as Replacement[]

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const own = replacements.filter(({ file }) => url === pathToFileURL(`${SOURCE}/${file}`).href)
    return own.length === 0 ? loaded : { ...loaded, source: own.reduce(replaced, String(loaded.source)) }
  },
})
