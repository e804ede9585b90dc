import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** How a package with a native part may be found. */
export type Breakage = 'absent' | 'without its native part' | 'with a damaged native part'

const NATIVE: Readonly<Record<string, string>> = {
  'better-sqlite3': `${process.platform}-${process.arch}.node`,
  'node-pty': join(`${process.platform}-${process.arch}`, 'pty.node'),
}

/** Writes a package as it is, but broken, into a folder; answers the path of a module that, loaded first, has it found there. */
export function breakPackage(folder: string, name: string, breakage: Breakage): string {
  const copy = join(folder, 'node_modules', name)
  const entry = fileURLToPath(import.meta.resolve(name))
  const original = entry.slice(0, entry.lastIndexOf(join('node_modules', name)))
  if (breakage !== 'absent') {
    cpSync(join(original, 'node_modules', name), copy, { recursive: true, dereference: true })
    rmSync(join(copy, 'build'), { recursive: true, force: true })
    const native = join(copy, 'prebuilds', NATIVE[name] ?? '')
    if (breakage === 'without its native part') rmSync(native)
    else writeFileSync(native, 'no program')
  }
  const hook = join(folder, 'hook.mjs')
  writeFileSync(hook, hookText(name, pathToFileURL(join(folder, 'package.json')).href))
  return hook
}

/** One package is looked for beside `parent`; everything else where it is. */
function hookText(name: string, parent: string): string {
  return `import { registerHooks } from 'node:module'
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier === '${name}' ? { ...context, parentURL: '${parent}' } : context),
})
`
}
