import { extname } from 'node:path'

const NO_CODE =
  /^\.(?:json|jsonc|ya?ml|toml|lock|md|mdx|txt|csv|tsv|svg|png|jpe?g|gif|webp|ico|pdf|woff2?|ttf|map|snap|xml|html?|css|scss|less|log|env|ini|cfg|conf|editorconfig|gz|zip|wasm)?$/u

/** Whether a file is surely no code: that nobody reads it as such is not worth a word. */
export function isNoCode(path: string): boolean {
  return NO_CODE.test(extname(path).toLowerCase())
}

/** How many of the files end in what, the most first. */
export function countEndings(paths: Iterable<string>): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const ending = extname(path).toLowerCase() || 'no ending'
    counts.set(ending, (counts.get(ending) ?? 0) + 1)
  }
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)))
}
