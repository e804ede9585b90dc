import { extname } from 'node:path'
import { cpp } from './cpp.ts'
import { csharp } from './csharp.ts'
import type { Language } from './define.ts'
import { go } from './go.ts'
import { java } from './java.ts'
import { javascript, tsx, typescript } from './javascript.ts'
import { php } from './php.ts'
import { python } from './python.ts'
import { ruby } from './ruby.ts'
import { rust } from './rust.ts'

/** Every language whose syntax is read. To add one: write its file, list it here. */
export const languages: readonly Language[] = [
  typescript,
  tsx,
  javascript,
  python,
  go,
  rust,
  java,
  csharp,
  cpp,
  ruby,
  php,
]

const byEnding = new Map(languages.flatMap((one) => one.endings.map((ending) => [ending, one])))

export function findLanguage(path: string): Language | undefined {
  return byEnding.get(extname(path).toLowerCase())
}
