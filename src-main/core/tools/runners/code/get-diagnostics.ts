import { AppError } from '#shared/lib/app-error.ts'
import { SEVERITIES } from '../../../code/facts/severities.ts'
import { isNoCode } from '../../../code/scan-files.ts'
import type { Diagnosis, Diagnostic } from '../../../integrations/lsp/define.ts'
import { toAgentPath } from '../../../workspace/paths/agent-path.ts'
import type { ToolAnswer } from '../../answers/tool-answer.ts'
import { getDiagnostics } from '../../catalogue/code/get-diagnostics.ts'
import { defineRunner } from '../../context/define-runner.ts'
import type { ToolContext } from '../../context/tool-context.ts'
import { toProjectPath } from './project-path.ts'

const MAX_SHOWN = 100
const MAX_ROWS = 50

export const getDiagnosticsRunner = defineRunner(getDiagnostics, {
  run: async ({ path, severity }, context) => {
    const paths = path === undefined ? await changed(context) : [await toProjectPath(context, path)]
    if (paths.length === 0) {
      return 'No file of the project has changed in this session. Name a path to look at others.'
    }
    const { workspace, languages, call, signal } = context
    const { sessionId } = call
    const diagnosis = await languages.diagnose({ sessionId, root: workspace.root, paths, signal })
    return toAnswer(diagnosis, SEVERITIES.indexOf(severity))
  },
})

async function changed(context: ToolContext): Promise<readonly string[]> {
  const paths = await context.changedFiles()
  const there = await Promise.all(
    paths.map((path) => toProjectPath(context, path).catch(() => undefined)),
  )
  return there.filter((path) => path !== undefined && !isNoCode(path)).map(String)
}

function toAnswer(diagnosis: Diagnosis, least: number): ToolAnswer {
  const { checked, problems } = diagnosis
  if (checked === 0 && problems.length > 0) throw new AppError('unavailable', problems.join(' '))
  const grave = diagnosis.diagnostics.filter(({ severity }) => rank(severity) <= least)
  const found = grave.sort((a, b) => rank(a.severity) - rank(b.severity))
  const shown = found.slice(0, MAX_SHOWN)
  const left = found.length - shown.length
  const lines = [
    summaryOf(found, checked),
    ...shown.map(toLine),
    ...(left > 0 ? [`[${left} more are left out. Ask for one file, or for errors only.]`] : []),
    ...notesOf(diagnosis),
  ]
  const rows = found
    .slice(0, MAX_ROWS)
    .map((one) => [placeOf(one), one.severity, one.code ?? '', one.message])
  const columns = ['Place', 'Severity', 'Code', 'Message']
  const table = { type: 'table', columns, rows, more: found.length - rows.length } as const
  const display = found.length > 0 ? table : ({ type: 'list', items: 0 } as const)
  return { text: lines.join('\n'), display }
}

function rank(severity: Diagnostic['severity']): number {
  return SEVERITIES.indexOf(severity)
}

const NAMES = {
  error: ['error', 'errors'],
  warning: ['warning', 'warnings'],
  information: ['remark', 'remarks'],
  hint: ['hint', 'hints'],
} as const

function summaryOf(found: readonly Diagnostic[], checked: number): string {
  const looked = `${checked} ${checked === 1 ? 'file' : 'files'} looked at`
  if (found.length === 0) return `Nothing found: ${looked}.`
  const counts = SEVERITIES.flatMap((severity) => {
    const amount = found.filter((one) => one.severity === severity).length
    return amount === 0 ? [] : [`${amount} ${NAMES[severity][amount === 1 ? 0 : 1]}`]
  })
  const files = new Set(found.map(({ path }) => path)).size
  return `${counts.join(', ')} in ${files} ${files === 1 ? 'file' : 'files'}; ${looked}.`
}

function placeOf({ path, line, column }: Diagnostic): string {
  return `${path}:${line}:${column}`
}

function toLine(one: Diagnostic): string {
  const code = one.code === undefined ? '' : ` ${one.code}`
  return `${toAgentPath(placeOf(one))} ${one.severity}${code} ${one.message}`
}

const TO_ADD = 'A person can add one under Settings › Tools.'

/** What was not looked at, and why. */
function notesOf({ problems, left, unknown }: Diagnosis): readonly string[] {
  const endings = Object.entries(unknown).filter(([ending]) => !isNoCode(`a${ending}`))
  const named = endings.slice(0, 8).map(([ending, amount]) => `${ending} (${amount})`)
  return [
    ...problems.slice(0, 10),
    ...(left > 0 ? [`${left} more files were not looked at. Ask for a smaller folder.`] : []),
    ...(named.length > 0 ? [`There is no language server for ${named.join(', ')}. ${TO_ADD}`] : []),
  ]
}
