import type { Tool as ProtocolTool } from '@modelcontextprotocol/sdk/types.js'
import { argumentsSchema } from './arguments.ts'
import type { Toolbox, ToolName } from './toolbox.ts'
import { type Tool, tools } from './tools.ts'

/** What an assistant is told when it connects. */
export const INSTRUCTIONS = [
  'Kontor is an ERP system. Its records belong to resources, which describe_resource lists.',
  'Call describe_resource before you create, change or filter records of a resource. Use search to find a record by its name.',
  'Amounts are decimal numbers; dates are written 2026-01-31. Kontor computes totals and gives documents their numbers.',
  'Read a record before you change it, and send its version as ifVersion. A refused call tells a code, a message and details.',
  'Ask the user before you delete, cancel or issue something; call it with dryRun first, and tell what would happen.',
].join(' ')

/** A client may ask its user before it runs a tool that is not read-only. */
const ANNOTATIONS: { readonly [E in Tool['effect']]: ProtocolTool['annotations'] } = {
  reads: { readOnlyHint: true, openWorldHint: false },
  adds: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  replaces: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  acts: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
}

const TOOL_NAMES = Object.keys(tools) as ToolName[]

/** The tools in this box, each with the resources that it can be used on. */
export const toolsIn = (box: Toolbox): ProtocolTool[] =>
  TOOL_NAMES.filter((name) => box.has(name)).map((name) => {
    const { title, description, effect, fields } = tools[name]
    const annotations = { title, ...ANNOTATIONS[effect] }
    return { name, title, description, inputSchema: argumentsSchema(fields(box)), annotations }
  })
