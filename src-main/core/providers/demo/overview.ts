import type { MadeCall } from './conversation.ts'
import { entryPointsOf, foldersOf, isTest, languagesOf, readManifest, summaryOf } from './facts.ts'
import { filesFound, textRead } from './results.ts'

const SHOWN = 12

/** The overview, from nothing but the results of calls that were made. */
export function overviewOf(calls: readonly MadeCall[]): string {
  const files = filesFound(calls)
  const manifest = readManifest(textRead(calls, 'package.json'))
  const readme = textRead(calls, 'README.md') ?? textRead(calls, 'README')
  const sections = [
    `# ${manifest?.name ?? 'Overview'}`,
    summaryOf(readme) ?? manifest?.description ?? 'The project does not say what it is.',
    '## Size',
    sizeOf(files),
    '## Where it starts',
    listOf(
      entryPointsOf(manifest, files).map((path) => `\`${path}\``),
      'Nothing says.',
    ),
    '## Scripts',
    listOf(
      Object.entries(manifest?.scripts ?? {}).map(([name, text]) => `\`${name}\`: \`${text}\``),
      'None in a package.json.',
    ),
    '## Tests',
    listOf(
      files.filter(isTest).map((path) => `\`${path}\``),
      'None found.',
    ),
    '## What the subagents report',
    ...calls.filter(({ name }) => name === 'task').map(({ result }) => result),
  ]
  return `${sections.join('\n\n')}\n`
}

function sizeOf(files: readonly string[]): string {
  const row = ({ name, count }: { name: string; count: number }) => `| ${name} | ${count} |`
  const table = (title: string, rows: readonly string[]) =>
    [`| ${title} | files |`, '| --- | ---: |', ...rows].join('\n')
  const languages = table('language', languagesOf(files).slice(0, SHOWN).map(row))
  const folders = table('folder', foldersOf(files).slice(0, SHOWN).map(row))
  return [`${files.length} files were listed.`, languages, folders].join('\n\n')
}

function listOf(items: readonly string[], none: string): string {
  if (items.length === 0) return none
  const rest = items.length - SHOWN
  const shown = items.slice(0, SHOWN).map((item) => `- ${item}`)
  return [...shown, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n')
}
