#!/usr/bin/env node
// npx links here; the program itself is TypeScript, which Node runs as it is.
await import('../src/cli.ts')
