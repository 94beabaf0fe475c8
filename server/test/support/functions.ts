import { join } from 'node:path'
import type { Node, SourceFile } from 'typescript/unstable/ast'
import { isFunctionLikeDeclaration } from 'typescript/unstable/ast/is'
import { API } from 'typescript/unstable/sync'

const ROOT = join(import.meta.dirname, '../../..')

/** The functions of these files that have more lines than allowed, each as `path:line, 75 lines`. */
export function longFunctions(project: string, files: readonly string[], linesMax: number): string[] {
  const api = new API({ cwd: ROOT })
  try {
    const config = join(ROOT, project)
    const { program } = api.updateSnapshot({ openProjects: [config] }).getProject(config)!
    return files.flatMap((file) => longFunctionsIn(program.getSourceFile(file)!, linesMax))
  } finally {
    api.close()
  }
}

function longFunctionsIn(source: SourceFile, linesMax: number): string[] {
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1
  const found: string[] = []
  const visit = (node: Node): void => {
    if (isFunctionLikeDeclaration(node)) {
      const first = lineAt(node.getStart(source))
      const count = lineAt(node.getEnd()) - first + 1
      if (count > linesMax) found.push(`${source.fileName}:${first}, ${count} lines`)
    }
    node.forEachChild(visit)
  }
  visit(source)
  return found
}
