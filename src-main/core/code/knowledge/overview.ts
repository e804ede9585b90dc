import { findEntryPoints } from './entry-points.ts'
import type { Knowledge } from './knowledge.ts'
import { findLayers, type LayerEdge } from './layers.ts'
import { byCount, plural, type Section } from './sections.ts'

const MAX_LANGUAGES = 8
const MAX_PARTS = 14
const MAX_EDGES = 16
const MAX_PACKAGES = 12
const MAX_IMPORTED = 5

/** What a project is made of, and who imports whom. */
export function describeOverview(knowledge: Knowledge): Section {
  const { parts, edges } = findLayers(knowledge)
  const entries = findEntryPoints(knowledge)
  const lines = [
    ...languagesOf(knowledge),
    ...titled('Begins in', entries),
    ...titled(
      'Parts (files, tests left out)',
      parts.slice(0, MAX_PARTS).map(([folder, files]) => `${folder} ${files}`),
    ),
    ...titled(
      'Who imports whom (how often)',
      edges.filter(isTelling).slice(0, MAX_EDGES).map(toLine),
    ),
    ...titled('Imported most', mostImported(knowledge)),
    ...packagesOf(knowledge),
  ]
  return { title: 'Overview', lines, none: 'There is no code.' }
}

function titled(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)]
}

function languagesOf({ files, code }: Knowledge): readonly string[] {
  const sizes = new Map<string, { files: number; lines: number }>()
  let lines = 0
  for (const { language, lines: own } of files.values()) {
    const size = sizes.get(language) ?? { files: 0, lines: 0 }
    sizes.set(language, { files: size.files + 1, lines: size.lines + own })
    lines += own
  }
  const tests = files.size - code.size
  const largest = [...sizes].sort(([a, one], [b, other]) => {
    return other.lines - one.lines || (a < b ? -1 : 1)
  })
  const named = largest
    .slice(0, MAX_LANGUAGES)
    .map(([name, size]) => `${name} (${plural(size.files, 'file')}, ${plural(size.lines, 'line')})`)
  return [
    `${plural(files.size, 'file')} with ${plural(lines, 'line')}, ${tests} of them tests.`,
    `Languages: ${named.join(', ')}.`,
  ]
}

/** Of two that import each other, the more frequent way tells both. */
function isTelling({ from, to, imports, back }: LayerEdge): boolean {
  return imports > back || (imports === back && from < to)
}

function toLine({ from, to, imports, back }: LayerEdge): string {
  return `${from} → ${to} ${imports}${back > 0 ? ` (and back ${back})` : ''}`
}

function mostImported({ imports }: Knowledge): readonly string[] {
  const counts = [...imports.importers].map(([path, from]) => [path, from.length] as const)
  const most = counts.filter(([, amount]) => amount > 1).sort(byCount)
  return most.slice(0, MAX_IMPORTED).map(([path, amount]) => `${path} by ${amount}`)
}

function packagesOf({ imports }: Knowledge): readonly string[] {
  const most = [...imports.packages].filter(([name]) => !name.startsWith('node:')).sort(byCount)
  if (most.length === 0) return []
  const shown = most.slice(0, MAX_PACKAGES).map(([name, amount]) => `${name} (${amount})`)
  const left = most.length - shown.length
  const more = left > 0 ? ` and ${left} more` : ''
  return [`Packages (files that import them): ${shown.join(', ')}${more}.`]
}
