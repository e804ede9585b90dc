// `npm run architecture`: writes the tables of folders in ARCHITECTURE.md from the import rules.
import { readFileSync, writeFileSync } from 'node:fs'
import { type Folders, toLayers } from './architecture/layers.ts'
import type { FolderRule } from './import-rules/folder-rule.ts'
import { folderRules } from './import-rules/index.ts'

export const ARCHITECTURE = 'ARCHITECTURE.md'

interface Area {
  readonly title: string
  /** The folder that the area's paths are written from. */
  readonly root: string
}

const AREAS: readonly Area[] = [
  { title: 'Shared', root: 'src-shared' },
  { title: 'The host', root: 'src-main/core' },
  { title: 'The shells', root: 'src-main' },
  { title: 'The preload', root: 'src-preload' },
  { title: 'The window', root: 'src-renderer' },
]

/** Returns the document with its generated parts as the rules have them. */
export function updateArchitecture(document: string): string {
  return [
    ['layers of the host', toLayerList('src-main/core')],
    ['layers of the window', toLayerList('src-renderer')],
    ['folders', toTables()],
  ].reduce((text, [name = '', part = '']) => replacePart(text, name, part), document)
}

function replacePart(document: string, name: string, part: string): string {
  const [begin, end] = [`<!-- ${name}: npm run architecture -->`, `<!-- end of ${name} -->`]
  const [from, to] = [document.indexOf(begin), document.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${ARCHITECTURE} has no place for the ${name}.`)
  return `${document.slice(0, from + begin.length)}\n${part}\n${document.slice(to)}`
}

function toTables(): string {
  return AREAS.map(({ title, root }) => {
    const rows = foldersOf(root).map(([folder, rule]) => toRow(root, folder, rule))
    return [
      `### ${title}`,
      '',
      '| folder | holds | imports |',
      '| --- | --- | --- |',
      ...rows,
    ].join('\n')
  }).join('\n\n')
}

/** A folder belongs to the longest root that it is below. */
function foldersOf(root: string): readonly (readonly [string, FolderRule])[] {
  const isBelow = (folder: string, other: string) =>
    folder === other || folder.startsWith(`${other}/`)
  const deeper = AREAS.filter((area) => area.root !== root && isBelow(area.root, root))
  return [...folderRules]
    .filter(([folder]) => isBelow(folder, root))
    .filter(([folder]) => !deeper.some((area) => isBelow(folder, area.root)))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
}

function toRow(root: string, folder: string, { holds, imports, lazily = [] }: FolderRule): string {
  const shorten = (path: string) =>
    path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path
  const listed = [
    ...imports.filter((path) => path !== 'node:*').map(shorten),
    ...lazily.map((path) => `${shorten(path)} (by \`import()\`)`),
  ]
  return `| \`${shorten(folder)}\` | ${holds} | ${listed.join(', ') || '–'} |`
}

/** Each line may import from those below it. */
function toLayerList(root: string): string {
  const rooms: Folders = new Map()
  for (const [folder, { imports }] of foldersOf(root)) {
    const room = roomOf(root, folder)
    if (!room) continue
    const targets = rooms.get(room) ?? new Set()
    for (const path of imports) {
      const target = path.startsWith(`${root}/`) && roomOf(root, path)
      if (target && target !== room) targets.add(target)
    }
    rooms.set(room, targets)
  }
  return ['```', ...toLayers(rooms).map((layer) => layer.join(' · ')), '```'].join('\n')
}

/** A folder directly below the root, or below one that groups others; `undefined` for the root itself. */
function roomOf(root: string, folder: string): string | undefined {
  const [first, second] = folder.slice(root.length + 1).split('/')
  return first === 'integrations' && second ? `${first}/${second}` : first || undefined
}

if (import.meta.main) {
  writeFileSync(ARCHITECTURE, updateArchitecture(readFileSync(ARCHITECTURE, 'utf8')))
}
