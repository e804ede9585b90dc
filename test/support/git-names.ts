/**
 * File names that git quotes, or that look like an option, a pattern or a part of a diff, from reports
 * such as block/buzz #6309.
 */
export const gitNames: readonly string[] = [
  'Beppo-Aufträge/B1 — Ergebnis.md',
  '文档.txt',
  'a b.txt',
  'a"b.txt',
  'a\\b.txt',
  'tab\tx.txt',
  'new\nline.txt',
  'x b/y.txt',
  'a -> b.txt',
  '-rf.txt',
  '--output=x.txt',
  ':(top)x.txt',
  ':!x.txt',
  '*.txt',
  '[id].txt',
  '{a,b}.txt',
  'HEAD',
  '~',
  '$HOME.txt',
  '%41.txt',
  ' leading.txt',
  'trailing .txt',
  '\\303\\244.txt',
]

/** What git names a file that was moved to `ü-` plus its name. */
export function renamed(name: string): string {
  return `ü-${name.replaceAll('/', '+')}`
}
